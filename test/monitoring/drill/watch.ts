import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@outturn/local-servers'
import {
  renderAlertmanager,
  renderAlerts,
  renderPrometheus,
  renderRecordings,
  type TimeScale,
} from '@outturn/monitoring'
import { monitoringTools } from '../monitoring-tools.ts'

/** An alert as Alertmanager sends it to a receiver. */
export type Notification = {
  readonly receiver: string
  readonly alert: string
  readonly status: 'firing' | 'resolved'
  readonly atMs: number
}

/** A Prometheus and an Alertmanager that watch a system, and the receiver of their notifications. */
export type Watch = {
  readonly notifications: readonly Notification[]
  /** Names of the alerts that Alertmanager would notify of now. */
  active(): Promise<string[]>
  /** Names of the alerts that Prometheus has, also those that Alertmanager holds back. */
  firing(): Promise<string[]>
  /** How many series an expression has now; throws when Prometheus cannot read it. */
  count(expression: string): Promise<number>
  readonly prometheusUrl: string
  stop(): Promise<void>
}

type Body = { receiver: string; status: 'firing' | 'resolved'; groupLabels: { alertname: string } }

/** Starts both with every duration of the rules and configurations divided. */
export async function startWatch(
  folder: string,
  targets: Readonly<Record<string, readonly string[]>>,
  scale: TimeScale,
): Promise<Watch> {
  mkdirSync(folder, { recursive: true })
  const tools = await monitoringTools()
  const notifications: Notification[] = []
  const receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const { receiver: name, status, groupLabels } = JSON.parse(text) as Body
      notifications.push({ receiver: name, alert: groupLabels.alertname, status, atMs: performance.now() })
      response.end()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()]
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('alerts.yaml', renderAlerts(scale))
  write('slo.yaml', renderRecordings(Object.keys(targets), scale))
  write(
    'alertmanager.yml',
    renderAlertmanager({ page: receiverUrl, ticket: receiverUrl, watchdog: receiverUrl }, scale),
  )
  write(
    'prometheus.yml',
    renderPrometheus({
      targets: { kind: 'addresses', of: targets },
      ruleFiles: ['slo.yaml', 'alerts.yaml'],
      alertmanager: `127.0.0.1:${alertmanagerPort}`,
      scale,
    }),
  )
  const children = [
    // It looks for its templates in one place of the machine, where they are only when it is installed.
    start(folder, 'alertmanager', 'unshare', [
      ...[
        '--mount',
        'sh',
        '-c',
        'mount --bind "$0" /usr/share && exec "$@"',
        tools.share,
        tools.alertmanager,
      ],
      '--config.file=alertmanager.yml',
      '--storage.path=alertmanager-data',
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
      '--cluster.listen-address=',
    ]),
    start(folder, 'prometheus', tools.prometheus, [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=prometheus-data',
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ]),
  ]
  async function stop(): Promise<void> {
    for (const child of children) child.kill('SIGTERM')
    const running = children.filter(({ exitCode }) => exitCode === null)
    await Promise.all(running.map((child) => once(child, 'exit')))
    receiver.closeAllConnections()
    receiver.close()
  }
  try {
    await untilHealthy(`http://127.0.0.1:${prometheusPort}/-/ready`)
    await untilHealthy(`http://127.0.0.1:${alertmanagerPort}/-/ready`)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    notifications,
    async active() {
      const url = `http://127.0.0.1:${alertmanagerPort}/api/v2/alerts?active=true&inhibited=false&silenced=false`
      const alerts = (await (await fetch(url)).json()) as {
        labels: { alertname: string; severity: string }
      }[]
      return alerts.filter(({ labels }) => labels.severity === 'page').map(({ labels }) => labels.alertname)
    },
    async firing() {
      const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/alerts`)
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] }
      }
      return [
        ...new Set(
          data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
        ),
      ]
    },
    prometheusUrl: `http://127.0.0.1:${prometheusPort}`,
    async count(expression) {
      const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?${new URLSearchParams({ query: expression })}`
      const answer = (await (await fetch(url)).json()) as { error?: string; data?: { result: unknown[] } }
      if (answer.data === undefined) throw new Error(`${expression}: ${answer.error}`)
      return answer.data.result.length
    },
    stop,
  }
}

function start(folder: string, name: string, program: string, words: readonly string[]): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  return spawn(program, words, { cwd: folder, stdio: ['ignore', log, log] })
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}
