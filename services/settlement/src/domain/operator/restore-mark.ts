/** A restore as a number that grows: odd while it waits for its decision, even after it. 0 is a database that was never restored. */
export function markOf({
  isRestored,
  recoveryEpoch,
}: {
  isRestored: boolean
  recoveryEpoch: number
}): bigint {
  return BigInt(recoveryEpoch) * 2n + (isRestored ? 1n : 0n)
}

/** Whether sending is to be paused at this mark: not a second time for the decision about a restore that it was paused for. */
export function isPausedBy(seen: bigint, mark: bigint): boolean {
  const isDecisionOfSeen = mark % 2n === 0n && seen === mark - 1n
  return mark > seen && !isDecisionOfSeen
}
