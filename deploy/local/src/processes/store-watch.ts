import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface StoreWatch {
  /** Address of the server's statistics. */
  monitorUrl: string
  storeDir: string
  /** Stops the server, which is then started again. */
  restart(): Promise<void>
  tell(message: string): void
  everyMs?: number
  minFreeBytes?: number
}

const mebibyte = 1024 ** 2
/** Room for a few blocks of a stream. */
const usualMinFreeBytes = 64 * mebibyte

/**
 * Restarts nats-server after a failed write, once its file system has space: until then it refuses every further write to the stream, also
 * when there is space again. Returns what ends the watch.
 */
export function watchStore(watch: StoreWatch): () => Promise<void> {
  const stopping = new AbortController()
  const watching = keepWatching(watch, stopping.signal)
  return async () => {
    stopping.abort()
    await watching
  }
}

async function keepWatching(
  { monitorUrl, storeDir, restart, tell, everyMs = 5_000, minFreeBytes = usualMinFreeBytes }: StoreWatch,
  signal: AbortSignal,
): Promise<void> {
  let isReported = false
  while (!signal.aborted) {
    const failure = writeFailureIn(await readHealth(monitorUrl, signal))
    if (failure === null) isReported = false
    else {
      if (!isReported)
        tell(`nats-server cannot write its store and is restarted once there is space: ${failure}`)
      isReported = true
      if ((await freeBytes(storeDir)) >= minFreeBytes) await restart()
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** What `/healthz` says of a stream whose last write failed; null of anything else, such as a server that still starts. */
export function writeFailureIn(health: string | null): string | null {
  return health === null ? null : (/JetStream stream .*write error: (.*?)"?\}?$/s.exec(health)?.[1] ?? null)
}

async function readHealth(monitorUrl: string, signal: AbortSignal): Promise<string | null> {
  try {
    const timeout = AbortSignal.timeout(2_000)
    const response = await fetch(`${monitorUrl}/healthz`, { signal: AbortSignal.any([signal, timeout]) })
    return await response.text()
  } catch {
    return null
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
