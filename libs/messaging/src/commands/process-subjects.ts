import type { Environment } from '@outturn/vocabulary'
import type { BusUser } from '@outturn/contracts'

/** A packet with the way its answers go. */
export type Asked = { readonly data: Uint8Array; respond(packet: Uint8Array): unknown }

/** Who asks. */
export type Asker = { readonly environment: Environment; readonly service: BusUser }

export type ServedSubject = {
  readonly environment: Environment
  /** Those whom the server would let publish to the subject. */
  readonly sentBy: readonly BusUser[]
  /** Must not throw. */
  receive(message: Asked): void
}

/**
 * The subjects that services of one process serve. What one of them asks of another is handed over here, in the bytes that would
 * travel, so that neither can reach into what the other holds.
 */
export type ProcessSubjects = {
  /** Takes packets for a subject until the function that it answers is called. */
  serve(subject: string, served: ServedSubject): () => void
  /** Who takes this packet here, if the asker may send it; what is not found here goes to the server, which refuses what is not allowed. */
  find(subject: string, asker: Asker): ServedSubject | undefined
}

export function createProcessSubjects(): ProcessSubjects {
  const bySubject = new Map<string, ServedSubject>()
  return {
    serve(subject, served) {
      bySubject.set(subject, served)
      return () => {
        if (bySubject.get(subject) === served) bySubject.delete(subject)
      }
    },
    find(subject, { environment, service }) {
      const served = bySubject.get(subject)
      return served?.environment === environment && served.sentBy.includes(service) ? served : undefined
    },
  }
}
