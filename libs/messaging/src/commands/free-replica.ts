export type ReplicaSearch<Answer> = {
  /** Asks some replica; the bus chooses which. */
  readonly ask: () => Promise<Answer>
  /** Whether an answer says that its replica has no room. */
  readonly isFull: (answer: Answer) => boolean
  /** Number of replicas that answered lately. */
  readonly replicas: () => number
  /** When the sender stops waiting, epoch ms. */
  readonly deadline: number
}

/** Time within which replicas are asked that may be free, ms. A refusal after this was a wait of its own, and is the answer. */
const maxSearchMs = 1_500
const firstPauseMs = 25

/**
 * Asks until a replica has room. The bus sends each attempt to any replica, so a few more attempts than there are replicas find a free one;
 * when none is found the caller learns it within two seconds.
 */
export async function askFreeReplica<Answer>({
  ask,
  isFull,
  replicas,
  deadline,
}: ReplicaSearch<Answer>): Promise<Answer> {
  const end = Math.min(deadline, Date.now() + maxSearchMs)
  for (let attempts = 1; ; attempts += 1) {
    const answer = await ask()
    if (!isFull(answer) || attempts > 2 * replicas()) return answer
    const pauseMs = firstPauseMs * 2 ** attempts * (0.5 + Math.random())
    if (Date.now() + pauseMs >= end) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
