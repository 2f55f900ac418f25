/**
 * What keeps a process that had much to do from keeping the memory of it, as the image has it too (deploy/docker/Dockerfile): what one
 * thread has freed is used again by others, a large buffer goes back to the system when it is freed, also after larger ones, and what is
 * allocated and dropped at once has at most this many megabytes for each half of its space.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=32',
}

/**
 * Arguments of Node for every process, as the image has them too.
 *
 * - A pattern is compiled once, to machine code, and not first to a code that is interpreted: for the long patterns of the policy
 *   grammar the first costs four times the second, 0.3 s of each start of verification.
 * - The space for new objects has its largest size from the start. While it is small it is collected often, and what the requests under
 *   way hold is copied each time; a process that rests gives the memory of it back.
 * - Old objects are collected when they take three times what the collection before left. By itself V8 does so after a few megabytes more where
 *   little was left, which under load is each second, and a collection looks at everything that is kept.
 * - New objects are collected by the thread that made them. Helpers would share that work at the priority of the event loops, also that of
 *   the threads for large work, which have a lower one; and they take more of a processor for it than they save.
 * - A process has one helper for the old objects of all its threads, in place of four: helpers have the priority of the event loops, so each
 *   that is busy for a thread with large work is one more that the loops of all processes wait for.
 * - A process collects by itself what a burst of work left, once it has rested for half a minute (libs/service/src/lifecycle/collect-at-rest.ts).
 *   V8 would do so after 8 seconds, and drop the machine code that the next burst needs.
 */
export const nodeArguments = [
  '--no-regexp-tier-up',
  '--min-semi-space-size=32',
  '--heap-growing-percent=200',
  '--no-parallel-scavenge',
  '--v8-pool-size=1',
  '--gc-memory-reducer-start-delay-ms=30000',
  '--expose-gc',
]
