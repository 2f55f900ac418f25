import { realTime, scaled, type TimeScale } from '../rules/time-scale.ts'
import { toYaml } from './rule-files.ts'

/** Where notifications go: an address each for pages, tickets and the alert that always fires. */
export type Receivers = { readonly page: string; readonly ticket: string; readonly watchdog: string }

/** Addresses that a deployment replaces by those of its pager. */
export const exampleReceivers: Receivers = {
  page: 'http://127.0.0.1:9095/page',
  ticket: 'http://127.0.0.1:9095/ticket',
  watchdog: 'http://127.0.0.1:9095/watchdog',
}

/** Configuration of an Alertmanager that sends one notification for one fault. */
export function renderAlertmanager(
  receivers: Receivers = exampleReceivers,
  scale: TimeScale = realTime,
): string {
  return toYaml({
    route: {
      receiver: 'ticket',
      // All services that show the same fault are one notification.
      group_by: ['alertname'],
      group_wait: scaled('30s', scale),
      group_interval: scaled('5m', scale),
      repeat_interval: scaled('12h', scale),
      routes: [
        {
          matchers: ['alertname="Watchdog"'],
          receiver: 'watchdog',
          group_wait: '0s',
          repeat_interval: scaled('5m', scale),
        },
        { matchers: ['severity="none"'], receiver: 'none' },
        { matchers: ['severity="page"'], receiver: 'page', repeat_interval: scaled('4h', scale) },
      ],
    },
    inhibit_rules: [
      // A store that is away or full shows in everything but what stands alone.
      {
        source_matchers: ['inhibits="everything"'],
        target_matchers: ['severity=~"page|ticket"', 'inhibits!="everything"', 'stands_alone!="true"'],
      },
      // A disk that is full, and NATS that is away, may take Postgres out of reach; the first cause is the page.
      {
        source_matchers: ['alertname="OutturnStoreFull"'],
        target_matchers: ['alertname=~"OutturnPostgresDown|OutturnNatsDown"'],
      },
      // Services cannot work because of a stream that is named already.
      {
        source_matchers: ['alertname="OutturnStreamsMissing"'],
        target_matchers: ['alertname="OutturnWorkFailing"', 'part="queue"'],
      },
      // A service without a process shows in whatever its own processes measure.
      {
        source_matchers: ['inhibits="service"'],
        target_matchers: [
          'severity=~"page|ticket"',
          'inhibits!="everything"',
          'alertname!="OutturnServiceAbsent"',
          'stands_alone!="true"',
        ],
        equal: ['service'],
      },
      // Waiting and failed requests have the cause that is known already.
      {
        source_matchers: ['inhibits=~"service|symptoms"'],
        target_matchers: ['symptom="true"'],
      },
    ],
    receivers: [
      { name: 'page', webhook_configs: [{ url: receivers.page }] },
      { name: 'ticket', webhook_configs: [{ url: receivers.ticket }] },
      { name: 'watchdog', webhook_configs: [{ url: receivers.watchdog, send_resolved: false }] },
      { name: 'none' },
    ],
  })
}
