/** One of the programs that are compared. */
export interface Target {
  name: string
  /** Address that deliveries are posted to. */
  url: string
  headers: Record<string, string>
  /** Its database, which nothing else uses. */
  database: string
  /** Names of the processes that work for it. */
  processNames: string[]
  usesBus: boolean
}

/** Something to stop at the end. */
export interface Stoppable {
  stop(): Promise<void>
}
