import { execFileSync } from 'node:child_process'

/**
 * Lets a server write no file beyond so many bytes, as a full disk does; null for any length. A stream of nats-server whose write failed
 * takes no further message, and says nothing about it, until it is made again or the server is restarted.
 */
export function limitFiles(pid: number, bytes: number | null): void {
  // The soft limit alone, which may be lifted again.
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`])
}
