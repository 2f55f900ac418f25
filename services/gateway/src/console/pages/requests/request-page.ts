import { curlCommand, errorCodes, errorDocsUrl } from '@outturn/contracts'
import { badge, card, codeBlock, type Entry, html, keyValues, minuteText, note } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { keptUntil } from '../../../request-log/kept-days.ts'
import type { RequestWithContext } from '../../../request-log/request-reader.ts'
import type { FoundRequest } from '../../../store/request-store.ts'
import { redactedJson } from './redacted-json.ts'
import { secondText } from './request-log-page.ts'

export type RequestView = RequestWithContext & {
  /** Name of its key; null where the account has no such key any more. */
  readonly keyName: string | null
  readonly publicUrl: string
}

/** One request: what was wrong with it, what to do, what was sent, and how to send it again. */
export function requestContent(view: RequestView): ComponentChildren {
  const { request, publicUrl } = view
  const { code } = request
  return [
    html`<p class="crumbs"><a href="/console/requests">Request log</a> / <span class="mono">${request.id}</span></p>`,
    html`<div class="title"><div>
      <h1>${code === null ? 'The request succeeded' : 'The request was refused'}</h1>
      <p><span class="mono small">${request.method} ${request.path}</span> ${
        code === null
          ? html`was answered with ${request.status}.`
          : html`was refused with <span class="mono small">${code}</span>.`
      }</p>
    </div></div>`,
    html`<div class="cols main">
      <div class="stack">
        ${code === null ? null : reasonNote(view)}
        ${bodyBlock(request)}
        ${code === null ? null : codeBlock(`Answer, ${request.status}`, answerText(request, publicUrl))}
        ${codeBlock('Send it again', curlCommand(request, publicUrl))}
      </div>
      <aside class="stack" aria-label="About this request">
        ${card({ id: 'request', title: 'Request', aside: badge('neutral', String(request.status)) }, keyValues('request-facts', factsOf(view)))}
        ${code === null ? null : seenBeforeCard(view)}
      </aside>
    </div>`,
  ]
}

function reasonNote({ request: { code, error, remediation, field } }: RequestView): VNode {
  return note(
    'bad',
    html`<span class="strong">${error}</span><br />${remediation} ${
      field === null ? null : html`The member is <span class="mono">${field}</span>. `
    }<a href=${`/docs/errors#${code}`}>About ${code}</a>`,
  )
}

function bodyBlock({ body, body_bytes: bytes, field, code }: FoundRequest): VNode | null {
  if (body !== null) return codeBlock(`Request body, redacted, ${bytes} bytes`, redactedJson(body, field))
  if (bytes === 0) return null
  const why = code === null ? 'Bodies of successful requests are not kept.' : 'Its body is not kept.'
  return note('info', `The request had a body of ${bytes} bytes. ${why}`)
}

function answerText(
  { error, code, remediation, field, reason, id }: FoundRequest,
  publicUrl: string,
): string {
  if (code === null) return ''
  const answer = {
    error,
    code,
    retryable: errorCodes[code].retryable,
    remediation,
    ...(field !== null && { field }),
    ...(reason !== null && { reason }),
    docs: errorDocsUrl(publicUrl, code),
    request_id: id,
  }
  return JSON.stringify(answer, null, 2)
}

function factsOf({ request, keyName }: RequestView): readonly Entry[] {
  const key = keyName === null || keyName === '' ? request.key_id : keyName
  return [
    ['Id', html`<span class="mono small">${request.id}</span>`],
    ['Time', secondText(request.at)],
    ['Took', `${request.took_ms} ms`],
    ['Key', html`<a href="/console/keys"><bdi>${key}</bdi></a>, ${request.scope}`],
    ['Client', request.user_agent === '' ? 'not named' : html`<bdi>${request.user_agent}</bdi>`],
    ['Address', html`<span class="mono small">${request.address}</span>`],
    ...(request.idempotency_key === null
      ? []
      : [['Idempotency key', html`<span class="mono small">${request.idempotency_key}</span>`] as const]),
    ...(request.rate_limit === null
      ? []
      : [['Rate limit', html`<span class="mono small">${request.rate_limit}</span>`] as const]),
    ...(request.spool_id === null
      ? []
      : [
          [
            'Spool',
            html`<a class="mono small" href=${`/console/spools/${request.spool_id}`}>${request.spool_id}</a>`,
          ] as const,
        ]),
    ['Kept until', minuteText(keptUntil(request.at, request.is_refused).toISOString())],
  ]
}

function seenBeforeCard({ request, seenBefore }: RequestView): VNode {
  if (seenBefore.length === 0) {
    return card({ id: 'seen-before', title: 'Seen before' }, [
      html`<p class="small quiet">Not in the 24 hours before: the same error, from the same key, to the same operation.</p>`,
    ])
  }
  const times =
    seenBefore.length === 1
      ? 'Once'
      : `${seenBefore.length}${seenBefore.length === 10 ? ' or more' : ''} times`
  return card({ id: 'seen-before', title: 'Seen before' }, [
    html`<p class="small quiet">${times} in the 24 hours before: the same error, from the same key, to the same operation.</p>`,
    html`<ul class="small stack-s">${seenBefore.map(
      ({ id, at, body_hash: hash }) =>
        html`<li><a href=${`/console/requests/${id}`}>${secondText(at)}</a>${
          hash !== null && hash === request.body_hash ? html` <span class="quiet">same body</span>` : null
        }</li>`,
    )}</ul>`,
  ])
}
