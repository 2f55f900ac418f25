import { readFileSync } from 'node:fs'

const pollMs = 1_000

/**
 * Calls back when npm, which started this program, is gone without having passed a signal on, as after a `kill -9` of it. Without npm nothing
 * is watched: a program that a shell started in the background outlives the shell. Returns what ends the watch.
 */
export function watchStarter(onGone: () => void, env: NodeJS.ProcessEnv = process.env): () => void {
  if (env['npm_lifecycle_event'] === undefined) return () => {}
  const starters = startersOf(process.ppid)
  const timer = setInterval(() => {
    if (startersOf(process.ppid) === starters) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The parent, and its parent: between npm and its program there may be a shell. */
function startersOf(parent: number): string {
  try {
    // The parent is the second member after the name of the program, which may hold spaces and brackets.
    const state = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${state.slice(state.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(parent)
  }
}
