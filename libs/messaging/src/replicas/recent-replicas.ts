/** A process that has not answered for this long is counted no more, ms. */
const rememberedMs = 5_000

/** Counts the processes that share the work of a lane, by who answered lately. */
export type RecentReplicas = {
  saw(sender: string, now: number): void
  count(now: number): number
}

export function createRecentReplicas(): RecentReplicas {
  const seenAt = new Map<string, number>()
  return {
    saw(sender, now) {
      seenAt.set(sender, now)
    },
    count(now) {
      if (seenAt.size > 1) {
        for (const [sender, at] of seenAt) if (now - at > rememberedMs) seenAt.delete(sender)
      }
      return Math.max(1, seenAt.size)
    },
  }
}
