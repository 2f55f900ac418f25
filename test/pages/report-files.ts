import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runOutturn } from '@outturn/cli'
import type { SystemFile } from '../system/running-system.ts'

const hostile = '<img src=x onerror=alert(1)>\u202e'

/** Reports of an audit and of a replay as the command writes them, with hostile texts in them; `delete` removes them. */
export async function writeReports({ base_url: url }: Pick<SystemFile, 'base_url'>, apiKey: string) {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-reports-'))
  const path = (name: string) => join(folder, name)
  const long = 'k'.repeat(90)
  writeFileSync(
    path('invoice.csv'),
    `no,shipment,qty,price,sum\n1,S-1,1,5.00,5.00\n2,${hostile},1,5.00,5.00\n3,S-3,2,5.00,10.00\n4,${long},1,5.00,5.00\n`,
  )
  writeFileSync(path('record.csv'), 'id,pieces\nS-1,1\nS-3,1\nS-9,1\n')
  const terms = {
    promise_version: 'v1',
    window: 'calendar_month',
    threshold_bp: 9_500,
    finality_days: 7,
    uncertain_treatment: 'exclude',
    fee_basis: 'delivered_value',
    remedy_tiers: [{ min_rate_bp: 0, remedy_bp: 1_000 }],
    min_units: 1,
  }
  writeFileSync(path('promise.json'), JSON.stringify(terms))
  writeFileSync(
    path('history.csv'),
    `unit_id,customer_id,delivered_at,verdict,value_cents\nu-1,${hostile},2026-01-10T12:00:00Z,accepted,200\nu-2,${long},2026-01-11T12:00:00Z,rejected,200\n`,
  )
  const env = { OUTTURN_URL: url, OUTTURN_KEY: apiKey, XDG_CONFIG_HOME: folder }
  const said: string[] = []
  const output = { print: () => {}, complain: (text: string) => void said.push(text) }
  const columns = ['--map', 'record.quantity=pieces', '--total', '2600']
  const commands = [
    [
      'audit-invoice',
      path('invoice.csv'),
      '--record',
      path('record.csv'),
      ...columns,
      '--save',
      path('audit.html'),
    ],
    [
      ...[
        'replay-promise',
        path('promise.json'),
        '--units',
        path('history.csv'),
        '--as-of',
        '2026-02-28T00:00:00Z',
      ],
      ...['--try-threshold', '5000,9500', '--try-finality', '7,60', '--save', path('replay.html')],
    ],
  ]
  for (const command of commands) {
    const status = await runOutturn(command, output, { env })
    if (status > 1) throw new Error(`the command wrote no report: ${said.join('\n')}`)
  }
  return {
    audit: pathToFileURL(path('audit.html')).href,
    replay: pathToFileURL(path('replay.html')).href,
    delete: () => rmSync(folder, { recursive: true }),
  }
}
