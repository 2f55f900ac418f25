import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { buildInfo } from './build-info.ts'

/** Seconds that a request, statement or bus hop is sorted into. */
const durationBuckets = {
  fine: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 10],
  coarse: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
} as const

export type Reading = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

export type Observed = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly labels: readonly string[]
  /** Must not reject: what cannot be read now has no reading. */
  read(): readonly Reading[] | Promise<readonly Reading[]>
}

/** Label values must come from a small fixed set: never an id, an account or a path with one in it. */
export type Metrics = {
  /** Counts upwards; asking twice for a name gives the same counter. */
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>
  /** A distribution of seconds; a coarse one has half the steps, for labels of many values. */
  duration<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    steps?: 'fine' | 'coarse',
  ): Histogram<L>
  /**
   * Values that are kept elsewhere and read at each scrape. Several readers may share a name, such as one of each
   * environment, if no two of them read the same labels. Returns what ends the reading.
   */
  observe(observed: Observed): () => void
  /** The text of a scrape. */
  expose(): Promise<{ contentType: string; body: string }>
}

/** The same metrics for one user of them, whose observers all end with `stops`. */
export function metricsUntil(stops: AsyncDisposableStack, metrics: Metrics): Metrics {
  return {
    ...metrics,
    observe(observed) {
      const end = metrics.observe(observed)
      stops.defer(end)
      return end
    },
  }
}

/** Observes times by name; the series of each name is looked up once. */
export function timedBy(
  seriesOf: (name: string) => { observe(seconds: number): void },
): (name: string, seconds: number) => void {
  const known = new Map<string, ReturnType<typeof seriesOf>>()
  return (name, seconds) => {
    let series = known.get(name)
    if (series === undefined) {
      series = seriesOf(name)
      known.set(name, series)
    }
    series.observe(seconds)
  }
}

/** The metrics of one process; all names get the prefix `outturn_` but those of the process itself. */
export function createMetrics({
  service,
  tellsProcess = true,
  loopPrecisionMs = 100,
}: {
  service: string
  /** Whether the metrics of the process are among them. */
  tellsProcess?: boolean
  /** How often the delay of the event loop is sampled; a sample counts its own interval. */
  loopPrecisionMs?: number
}): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  // Samples fall due on an idle process too, and cost more than most requests.
  if (tellsProcess) {
    collectDefaultMetrics({
      register: registry,
      eventLoopMonitoringPrecision: loopPrecisionMs,
      eventLoopUtilizationTimeout: 1_000,
    })
  }

  new Gauge({
    name: 'outturn_build_info',
    help: 'Always 1, by the version and the commit that the process was built from.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(buildInfo, 1)

  const observedByName = new Map<string, Set<Observed>>()

  function once<M>(name: string, create: (name: string) => M): M {
    const fullName = `outturn_${name}`
    return (registry.getSingleMetric(fullName) as M | undefined) ?? create(fullName)
  }

  return {
    counter: (name, help, labels = []) =>
      once(
        name,
        (fullName) => new Counter({ name: fullName, help, labelNames: labels, registers: [registry] }),
      ),
    observe(observed) {
      const known = observedByName.get(observed.name)
      const sources = known ?? new Set<Observed>()
      sources.add(observed)
      const end = () => void sources.delete(observed)
      if (known !== undefined) return end
      observedByName.set(observed.name, sources)
      const Metric = observed.kind === 'counter' ? Counter : Gauge
      const metric = new Metric({
        name: `outturn_${observed.name}`,
        help: observed.help,
        labelNames: observed.labels,
        registers: [],
        async collect() {
          const readings = await Promise.all([...sources].map(async (source) => source.read()))
          this.reset()
          for (const { labels, value } of readings.flat()) this.inc(labels, value)
        },
      })
      registry.registerMetric(metric)
      return end
    },
    duration: (name, help, labels = [], steps = 'fine') =>
      once(
        name,
        (fullName) =>
          new Histogram({
            name: fullName,
            help,
            labelNames: labels,
            buckets: [...durationBuckets[steps]],
            registers: [registry],
          }),
      ),
    async expose() {
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
  }
}
