/** As long as the queue itself drops a second job with the same id, ms. */
const rememberedMs = 120_000

export type SentIds = {
  isFirst(id: string, now: number): boolean
  /** It was not stored after all. */
  forget(id: string): void
}

/** Remembers what this process sent, for at least as long as the queue does; twice that at most. */
export function createSentIds(): SentIds {
  let recent = new Set<string>()
  let earlier = new Set<string>()
  let turnedAt = 0
  return {
    isFirst(id, now) {
      if (now - turnedAt > rememberedMs) {
        earlier = now - turnedAt > 2 * rememberedMs ? new Set() : recent
        recent = new Set()
        turnedAt = now
      }
      if (recent.has(id) || earlier.has(id)) return false
      recent.add(id)
      return true
    },
    forget(id) {
      recent.delete(id)
      earlier.delete(id)
    },
  }
}
