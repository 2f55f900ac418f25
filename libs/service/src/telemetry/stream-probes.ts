import type { KeptStreams, QueueBacklog } from '@outturn/messaging'
import { createMetrics, type Metrics } from './metrics.ts'
import { type Probes, serveProbes } from './probes.ts'

/** Serves the probes and the metrics of what keeps the streams, which alone may look at every queue. */
export async function serveStreamProbes(
  kept: Pick<KeptStreams, 'readBacklogs' | 'health'>,
  { tellsProcess = true, ...address }: { host: string; port: number; tellsProcess?: boolean },
): Promise<Probes> {
  const metrics = createMetrics({ service: 'streams', tellsProcess, loopPrecisionMs: 1_000 })
  observeQueues(metrics, kept)
  observeStreams(metrics, kept)
  const probes = await serveProbes({ ...address, metrics })
  probes.addReadiness('streams', async () => {
    if (kept.health().some(({ stores }) => !stores)) throw new Error('a stream stores no messages')
  })
  probes.markStarted()
  return probes
}

/** What waits in each queue, asked of the bus at each scrape; nothing while it does not answer. */
function observeQueues(metrics: Metrics, { readBacklogs }: Pick<KeptStreams, 'readBacklogs'>): void {
  let asked: Promise<readonly QueueBacklog[]> | null = null
  // Both metrics of one scrape tell of one moment.
  const read = () => {
    asked ??= readBacklogs()
      .catch(() => [])
      .finally(() => {
        asked = null
      })
    return asked
  }
  const queue = { kind: 'gauge', labels: ['environment', 'queue'] } as const
  metrics.observe({
    ...queue,
    name: 'queue_waiting',
    help: 'Messages of a queue that wait for a worker or are worked on; one may hold many events or light jobs.',
    read: async () =>
      (await read()).map(({ waiting, ...labels }) => ({ labels: labelsOf(labels), value: waiting })),
  })
  metrics.observe({
    ...queue,
    name: 'queue_oldest_seconds',
    help: 'Age of the oldest message of a queue that no worker has finished.',
    read: async () =>
      (await read()).map(({ oldestMs, ...labels }) => ({
        labels: labelsOf(labels),
        value: oldestMs / 1_000,
      })),
  })
}

function observeStreams(metrics: Metrics, { health }: Pick<KeptStreams, 'health'>): void {
  metrics.observe({
    name: 'stream_stores',
    help: '1 while a stream of NATS stores messages.',
    kind: 'gauge',
    labels: ['stream'],
    read: () => health().map(({ stream, stores }) => ({ labels: { stream }, value: stores ? 1 : 0 })),
  })
  metrics.observe({
    name: 'streams_remade_total',
    help: 'Streams that stored no messages any more and were deleted and made again.',
    kind: 'counter',
    labels: ['stream'],
    read: () => health().map(({ stream, remade }) => ({ labels: { stream }, value: remade })),
  })
}

function labelsOf({ environment, queue }: Pick<QueueBacklog, 'environment' | 'queue'>) {
  return { environment, queue }
}
