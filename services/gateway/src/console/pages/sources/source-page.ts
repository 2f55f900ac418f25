import type { CommandOutput, readSourceActivity, Refusal, SourceView, testSource } from '@outturn/contracts'
import { areaField, card, codeBlock, html, keyValues, note, postForm, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { deliverySample } from './delivery-sample.ts'
import { samplePayload } from './mapping-text.ts'
import {
  kindNames,
  rejectionText,
  schemeNames,
  sourceListPath,
  sourcePath,
  statusBadge,
  timeOf,
} from './source-words.ts'
import { triedResult } from './tried-payload.ts'

/** What became of a payload that was tried. */
export type TriedPayload = {
  readonly payload: string
  readonly result: CommandOutput<typeof testSource> | Refusal | null
}

export type Activity = CommandOutput<typeof readSourceActivity>
type SourceForm = 'pause' | 'resume' | 'sync' | 'test'

type SourcePageView = {
  readonly source: SourceView
  /** Null where it cannot be read now. */
  readonly activity: Activity | null
  readonly tried: TriedPayload
  /** What was done before this page. */
  readonly done: string | null
  /** Tokens of the forms, by the last word of their path; null for a person who only reads. */
  readonly tokenOf: ((action: SourceForm) => string) | null
  readonly now: Date
}

export const doneWords = {
  created: 'Source registered.',
  paused: 'Paused. Its deliveries are refused until you resume it, and its sender repeats them.',
  resumed: 'Resumed.',
  rotated: 'The new public key counts from now on.',
  revoked: 'Revoked. Its secrets are destroyed, and its next delivery is refused. Its facts stay.',
  sync: 'A sync has started. Reload this page to see its result.',
} as const
export type Done = keyof typeof doneWords

/** One source: what it maps, what it received, what was rejected, and what can be done with it. */
export function sourceContent(view: SourcePageView): ComponentChildren {
  const { source, activity, tried, done, tokenOf } = view
  const isTried = tokenOf !== null && source.status !== 'revoked'
  return [
    done === null ? null : note('good', done, 'done'),
    html`<p class="crumbs"><a href=${sourceListPath}>Sources</a> / <bdi dir="auto">${source.name}</bdi></p>`,
    html`<div class="title"><div><h1><bdi dir="auto">${source.name}</bdi></h1><p><span class="mono small">${source.id}</span></p></div>${changes(view)}</div>`,
    failureNote(source),
    html`<div class="stack"><div class="cols main">
      ${card({ id: 'source', title: 'Source', aside: statusBadge(source.status) }, keyValues('source-list', sourceEntries(source)))}
      ${isTried ? card({ id: 'try', title: 'Try a payload' }, tryForm(source, tried, tokenOf)) : null}
    </div>
    ${source.kind === 'webhook' ? deliveriesCard(view) : syncsCard(activity)}
    ${card({ id: 'rejected', title: 'Rejected' }, rejectionTable(source))}</div>`,
  ]
}

function changes({ source, tokenOf }: SourcePageView): VNode | null {
  if (tokenOf === null || source.status === 'revoked') return null
  const path = sourcePath(source.id)
  const button = (action: SourceForm, text: string) =>
    postForm(
      { action: `${path}/${action}`, token: tokenOf(action) },
      html`<button class="btn" type="submit">${text}</button>`,
    )
  const isPaused = source.status === 'paused'
  return html`<div class="row">
    ${source.kind === 'pull_http' && !isPaused ? button('sync', 'Sync now') : null}
    ${isPaused ? button('resume', 'Resume') : button('pause', 'Pause')}
    ${source.kind === 'webhook' ? html`<a class="btn" href=${`${path}/rotate`}>Rotate the key</a>` : null}
    <a class="btn" href=${`${path}/revoke`}>Revoke…</a>
  </div>`
}

function failureNote({ failure, status }: SourceView): VNode | null {
  if (failure === null) return null
  const tone = status === 'failing' ? 'bad' : 'warn'
  return note(
    tone,
    html`<span>${failure.count} in a row became no fact since ${timeOf(failure.since)}: <span class="mono">${failure.code}</span>.</span>`,
    'failure',
  )
}

type Entry = readonly [string, ComponentChildren]

function sourceEntries(source: SourceView): readonly Entry[] {
  const { pull, webhook_url: url, signing, spool_id: spoolId } = source
  return [
    ['Kind', kindNames[source.kind]],
    ...(url === null ? [] : ([['Deliveries to', html`<span class="mono small">${url}</span>`]] as const)),
    ...(signing === null ? [] : signingEntries(signing)),
    ...(pull === null ? [] : pullEntries(pull)),
    [
      'Spool',
      spoolId === null
        ? 'named by each payload'
        : html`<a class="mono small" href=${`/console/spools/${spoolId}`}>${spoolId}</a>`,
    ],
    [
      'Facts',
      spoolId === null
        ? String(source.facts)
        : html`<a href=${`/console/spools/${spoolId}/facts?source=${source.id}`}>${source.facts}</a>`,
    ],
    ['Last received', timeOf(source.last_received_at)],
    ['Mapping', codeBlock('Mapping', JSON.stringify(source.mapping, null, 2))],
  ]
}

function signingEntries({ scheme, public_key: publicKey, secrets }: NonNullable<SourceView['signing']>) {
  const entries: Entry[] = [['Signed with', schemeNames[scheme]]]
  if (publicKey !== undefined)
    entries.push(['Public key', html`<span class="mono small">${publicKey}</span>`])
  for (const { id, created_at: at, expires_at: until } of secrets ?? []) {
    const end = until === null ? null : html`, valid until ${timeOf(until)}`
    entries.push(['Secret', html`<span><span class="mono small">${id}</span> of ${timeOf(at)}${end}</span>`])
  }
  return entries
}

function pullEntries(pull: NonNullable<SourceView['pull']>): readonly Entry[] {
  const { url, interval_seconds: seconds, items, cursor, has_headers: hasHeaders } = pull
  return [
    [
      'Fetched from',
      html`<span><bdi dir="auto" class="mono small">${url}</bdi> every ${seconds} seconds</span>`,
    ],
    ['Request headers', hasHeaders ? 'Kept, and not shown' : 'None'],
    ...(items === undefined ? [] : ([['List', html`<span class="mono small">${items}</span>`]] as const)),
    ...(cursor === undefined
      ? []
      : ([
          [
            'Next page',
            html`<span class="mono small">${cursor.parameter} = ${cursor.pointer}</span>`,
          ] as const,
        ] as const)),
  ]
}

function deliveriesCard({ source, activity, now }: SourcePageView): VNode {
  const shown = activity?.deliveries ?? []
  const isHmac = source.signing?.scheme === 'hmac_sha256' && source.status !== 'revoked'
  const sample = {
    url: source.webhook_url ?? '',
    secret: null,
    payload: samplePayload(source.mapping, { spoolId: source.spool_id ?? 'ID of a Spool', now }),
  }
  const none =
    activity === null
      ? 'They could not be read now. Reload the page.'
      : 'No delivery was taken in the last 8 days.'
  return card({ id: 'deliveries', title: 'Latest deliveries' }, [
    shown.length === 0
      ? html`<p class="quiet">${none}</p>`
      : table(
          'Latest deliveries',
          ['Time', 'Delivery', { name: 'Facts', isNumber: true }, 'Rejected'],
          shown.map(({ webhookId, receivedAt, facts, rejected }) => [
            timeOf(receivedAt),
            html`<bdi dir="auto" class="mono small">${webhookId}</bdi>`,
            String(facts),
            rejected.length === 0 ? 'none' : rejectedWords(rejected),
          ]),
          { isCaptionShown: false },
        ),
    isHmac
      ? html`<details class="more"><summary>Send one from a terminal</summary>
          <p class="small quiet">Set <span class="mono">OUTTURN_SOURCE_SECRET</span> to the secret that was shown once. A sender uses a library of <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>.</p>
          ${codeBlock('Terminal', deliverySample(sample))}
        </details>`
      : null,
  ])
}

function rejectedWords(rejected: Activity['deliveries'][number]['rejected']): VNode {
  const [first] = rejected
  const others = rejected.length === 1 ? '' : ` and ${rejected.length - 1} more`
  return html`<span>Element ${first?.index}: ${rejectionText(first?.code ?? '')}${others}</span>`
}

const syncNames: Readonly<Record<Activity['syncs'][number]['status'], string>> = {
  running: 'Runs',
  completed: 'Completed',
  failed: 'Failed',
}

function syncsCard(activity: Activity | null): VNode {
  const shown = activity?.syncs ?? []
  const none = activity === null ? 'They could not be read now. Reload the page.' : 'It was not fetched yet.'
  return card(
    { id: 'syncs', title: 'Latest syncs' },
    shown.length === 0
      ? html`<p class="quiet">${none}</p>`
      : table(
          'Latest syncs',
          ['Started', 'Ended', 'State', { name: 'New facts', isNumber: true }],
          shown.map((sync) => [
            timeOf(sync.started_at),
            sync.ended_at === null ? '–' : timeOf(sync.ended_at),
            html`<span>${syncNames[sync.status]}${sync.error === undefined ? null : html`: <span class="mono small">${sync.error}</span>`}</span>`,
            String(sync.facts_created),
          ]),
          { isCaptionShown: false },
        ),
  )
}

function tryForm(
  source: SourceView,
  { payload, result }: TriedPayload,
  tokenOf: NonNullable<SourcePageView['tokenOf']>,
): ComponentChildren {
  return [
    result !== null && !('facts' in result) ? refusalNote(result) : null,
    postForm({ action: `${sourcePath(source.id)}/test`, token: tokenOf('test') }, [
      areaField({
        name: 'payload',
        label: 'Payload',
        value: payload,
        rows: 8,
        isMono: true,
        hint: 'A JSON document as the system sends it. Nothing is stored.',
        error: result !== null && !('facts' in result) ? result.message : undefined,
      }),
      html`<p><button class="btn go" type="submit">Try it</button></p>`,
    ]),
    result !== null && 'facts' in result ? triedResult(result) : null,
  ]
}

function rejectionTable({ rejections }: SourceView): VNode {
  if (rejections.length === 0) return html`<p class="quiet">Nothing was rejected so far.</p>`
  return table(
    'Rejected',
    ['Time', 'Delivery', 'Reason', 'Pointer'],
    rejections.map(({ at, webhook_id: id, code, pointer }) => [
      timeOf(at),
      html`<bdi dir="auto" class="mono small">${id}</bdi>`,
      rejectionText(code),
      html`<bdi dir="auto" class="mono small">${pointer ?? '–'}</bdi>`,
    ]),
    { isCaptionShown: false },
  )
}
