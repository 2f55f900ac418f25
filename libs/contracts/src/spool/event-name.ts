/**
 * The name that the ID of an entry of a history is derived from: the command that made it, its type, and its place among the entries of
 * that command; a new Spool has one entry of each type.
 */
export function spoolEventName(commandId: string, type: string, index?: number): string {
  return index === undefined ? `${commandId}:${type}` : `${commandId}:${type}:${index}`
}

/**
 * The name that the IDs of a new Spool and of its run are derived from: the command that makes them, and the recovery epoch. After a
 * restore to an earlier time the epoch is another one, so that a request that is repeated gets no ID of the time that was lost.
 */
export function newSpoolName(commandId: string, recoveryEpoch = 0): string {
  return recoveryEpoch === 0 ? commandId : `${commandId}@${recoveryEpoch}`
}

/** The member `by` of the data of an entry that a person made in the console, and its value. Entries made by a key have none. */
export const byPerson = { by: 'person' } as const
