/** Something that is lost, and what docs/operating/disasters.md says to do, followed. */
export type Disaster = {
  readonly name: string
  /** Brings it about and follows the page; returns what held. Throws where the page does not lead to the end. */
  meet(report: (message: string) => void): Promise<string>
}

/** Throws when anything was found that must not be there. */
export function check(found: readonly unknown[], what: string): void {
  if (found.length > 0) throw new Error(`${found.length} ${what}: ${found.slice(0, 3).join('; ')}`)
}
