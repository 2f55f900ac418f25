/** Large runs by the second in which they were placed: 90 seconds of requests at up to 4 a second, after a minute of rest. */
const arrivals = [
  ...Array.from({ length: 60 }, () => 0),
  ...[1, 4, 2, 3, 4, 5, 2, 4, 3, 4, 1, 6, 3, 4, 4, 2, 5, 3, 4, 3, 2, 4, 6, 3, 4, 1, 4, 5, 3, 2],
  ...[4, 3, 5, 4, 2, 3, 4, 4, 6, 2, 3, 4, 5, 1, 4, 3, 4, 2, 4, 5, 3, 4, 3, 2, 6, 4, 3, 4, 2, 5],
  ...[3, 4, 2, 4, 3, 5, 4, 3, 1, 4, 2, 3, 4, 2, 3, 1, 3, 2, 4, 1, 2, 3, 1, 2, 2, 1, 1, 0, 1, 1],
]

export const burst = {
  arrivals,
  /** What one of them takes in the one thread of a process. */
  runSeconds: 5,
  /** From the start of a process until it takes work. */
  startSeconds: 8,
}
