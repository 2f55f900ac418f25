import { createSemaphore } from '@outturn/concurrency'
import { fetchDocument, observeUrl } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { type BuildContext, defineService, observeLimiter, type ServiceInstance } from '@outturn/service'
import { fetcherConfig } from './config.ts'
import type { ObserveDeps } from './deps.ts'
import { parseAddressBlocks } from '@outturn/checkers'
import { resolveByDns } from './guard/resolver.ts'
import { handleFetchDocument } from './handlers/fetch-document.ts'
import { handleObserveUrl } from './handlers/observe-url.ts'

export const fetcherService = defineService({ name: 'fetcher', config: fetcherConfig, build: buildFetcher })

function buildFetcher({ config, clock, metrics }: BuildContext<typeof fetcherConfig.shape>): ServiceInstance {
  const observations = metrics.counter('observations_total', 'Observations by what came of them.', ['seen'])
  const fetches = createSemaphore({ limitPerKey: config.OUTTURN_FETCHES_PER_ACCOUNT })
  observeLimiter(metrics, 'fetches', fetches)
  const deps = {
    clock,
    rules: {
      extraPorts: (config.OUTTURN_FETCH_PORTS ?? []).map(Number),
      exceptions: parseAddressBlocks(config.OUTTURN_FETCH_ALLOW_ADDRESSES ?? []),
      userAgent: `${config.SERVICE_SLUG}-fetcher/1.0`,
    },
    resolve: resolveByDns,
    fetches,
    countObservation: (seen: Parameters<ObserveDeps['countObservation']>[0]) => observations.inc({ seen }),
  }
  return {
    commands: [on(observeUrl, handleObserveUrl(deps)), on(fetchDocument, handleFetchDocument(deps))],
  }
}
