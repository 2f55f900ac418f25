/**
 * How every pool of threads for large work is kept: a thread has one task at a time and is let go when it has had none for a while.
 * Its priority for the processor is below that of the event loops, which wait for nothing else: on Linux it takes what they leave,
 * and at least a tenth of a core beside a busy loop.
 */
export const heavyThreads = {
  minThreads: 0,
  idleTimeout: 20_000,
  concurrentTasksPerWorker: 1,
  niceIncrement: 10,
} as const
