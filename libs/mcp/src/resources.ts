import {
  ProtocolError,
  type ReadResourceResult,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { answeredAs } from './answers/tool-answer.ts'
import type { CallDeps } from './calls/call-tool.ts'
import { requestOfCall } from './calls/request-of-call.ts'
import type { Json } from './tools/tool.ts'

type Kind = {
  readonly template: ResourceTemplateType
  readonly operationId: string
  readonly params: (id: string) => Json
  readonly hasView: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  receipts: {
    template: {
      name: 'receipt',
      title: 'Receipt',
      uriTemplate: 'outturn://receipts/{id}',
      description: 'A receipt and how it stands now.',
      mimeType: 'application/json',
    },
    operationId: 'read-receipt',
    params: (id) => ({ receipt_id: id }),
    hasView: true,
  },
  spools: {
    template: {
      name: 'spool',
      title: 'Spool',
      uriTemplate: 'outturn://spools/{id}',
      description: 'An agreement, where it stands and what happens next.',
      mimeType: 'application/json',
    },
    operationId: 'read-spool',
    params: (id) => ({ id }),
    hasView: true,
  },
  guide: {
    template: {
      name: 'guide',
      title: 'Page of the guide',
      uriTemplate: 'outturn://guide/{page}',
      description: 'A page of the documentation, such as conditions.',
      mimeType: 'text/markdown',
    },
    operationId: 'read-guide-page',
    params: (page) => ({ page }),
    hasView: false,
  },
}

export const resourceTemplates: readonly ResourceTemplateType[] = Object.values(kinds).map(
  ({ template }) => template,
)

/** Reads a resource by one request of the interface, with the credential of the connection. */
export async function readResource(
  uri: string,
  { operations, send }: Pick<CallDeps, 'operations' | 'send'>,
): Promise<ReadResourceResult> {
  const [, host = '', id = ''] = /^outturn:\/\/([a-z]+)\/([A-Za-z0-9_-]{1,120})$/.exec(uri) ?? []
  const kind = Object.hasOwn(kinds, host) ? kinds[host] : undefined
  const endpoint = kind === undefined ? undefined : operations.get(kind.operationId)
  if (kind === undefined || endpoint === undefined) throw absentResource(uri)
  const call = {
    operationId: endpoint.operationId,
    params: kind.params(id),
    ...(kind.hasView && { query: { view: 'summary' } }),
  }
  const answer = await send(requestOfCall(endpoint, call, { actAs: undefined, idempotencyKey: undefined }))
  const isJson = kind.template.mimeType === 'application/json'
  if (answer.status >= 400) throw absentResource(uri)
  const shown = answeredAs(answer).content[0]
  const text = isJson && shown?.type === 'text' ? shown.text : Buffer.from(answer.body).toString()
  return { contents: [{ uri, mimeType: kind.template.mimeType ?? 'text/plain', text }] }
}

function absentResource(uri: string): ProtocolError {
  return new ProtocolError(-32602, `There is no resource ${uri.slice(0, 200)} for this caller.`, { uri })
}
