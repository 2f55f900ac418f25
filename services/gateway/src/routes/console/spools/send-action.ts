import {
  abandonSpool,
  acceptSpool,
  amendSpool,
  cancelSpool,
  commitSpool,
  declineSpool,
  EvidenceRequest,
  ExternalResultRequest,
  inviteCounterparty,
  onboardProvider,
  proposeSpool,
  quoteSpool,
  recordExternalResult,
  type SpoolView,
  submitEvidence,
  unprocessable,
  verifySpool,
} from '@outturn/contracts'
import { confirmationOutcomes, isOneOf, settlementModes } from '@outturn/vocabulary'
import { derivedId } from '@outturn/service'
import type { z } from 'zod'
import type { ConsoleAction } from '../../../console/pages/spools/action-words.ts'
import { numbersOf } from '../../../console/pages/spools/plain-conditions.ts'
import type { Invited } from '../../../console/pages/spools/action-page.ts'
import type { asPersonCommand } from '../../../console/sessions/person-principal.ts'
import type { SignedIn } from '../../../console/sessions/serve-person.ts'
import type { Call } from '../../../http/route.ts'
import { invitationPath } from '../../../pages/invitation/invitation-page.ts'
import type { PageSite } from '../../../pages/site.ts'
import { expectedVersionsOf, type SpoolForm } from './action-form.ts'
import { compileWords, conditionsFrom } from './read-conditions.ts'

/** An action with what it is about. */
export type Sending = {
  readonly call: Call<SpoolForm>
  readonly person: SignedIn
  readonly site: PageSite
  readonly spool: SpoolView
  readonly options: ReturnType<typeof asPersonCommand>
}

/** What came of an action that shows something of its own. */
export type Sent = { readonly invited?: Invited; readonly payouts?: SpoolView }

type Send = (sending: Sending) => Promise<Sent>

/** How each action of the console becomes a command. */
export const senders: Readonly<Record<ConsoleAction, Send>> = {
  propose: (sending) => send(sending, proposeSpool, target(sending)),
  decline: (sending) => send(sending, declineSpool, target(sending)),
  cancel: (sending) => send(sending, cancelSpool, target(sending)),
  abandon: (sending) => send(sending, abandonSpool, target(sending)),
  quote: (sending) => send(sending, quoteSpool, target(sending)),
  verify: (sending) => send(sending, verifySpool, { ...target(sending), request: {} }),
  accept(sending) {
    const { agreement_hash: hash, quote_digest: quote } = sending.call.body
    const request = {
      ...(hash !== '' && { agreement_hash: hash }),
      ...(quote !== '' && { quote_digest: quote }),
    }
    return send(sending, acceptSpool, { ...target(sending), request })
  },
  evidence(sending) {
    // Evidence comes beside other changes of the Spool.
    const input = { spoolId: sending.spool.id, request: evidenceOf(sending) }
    return send(sending, submitEvidence, input)
  },
  confirm: (sending) =>
    send(sending, submitEvidence, { ...target(sending), request: confirmationOf(sending) }),
  'external-result': (sending) => {
    const request = parsed(ExternalResultRequest, jsonOf(sending.call.body.content))
    return send(sending, recordExternalResult, { spoolId: sending.spool.id, request })
  },
  commit(sending) {
    const { mode } = sending.call.body
    const request = isOneOf(settlementModes, mode) ? { settlement_mode: mode } : {}
    return send(sending, commitSpool, { ...target(sending), request })
  },
  async amend(sending) {
    const { call, person, spool } = sending
    const { conditions: words, confirmed, remove } = call.body
    const plain = { words, confirmed, columns: '' }
    const added = conditionsFrom(await compileWords(call, person, plain), plain)
    const removed = removedIds(spool, remove)
    const request = {
      ...(added.length > 0 && { add_conditions: added }),
      ...(removed.length > 0 && { remove_condition_ids: removed }),
    }
    return send(sending, amendSpool, { ...target(sending), request, dryRun: false })
  },
  async 'onboard-provider'(sending) {
    const { person, site, spool, options } = sending
    const back = `${site.publicUrl}/console/spools/${spool.id}`
    const request = { refresh_url: back, return_url: back }
    const payouts = await person.instance.bus.request(
      onboardProvider,
      { ...target(sending), request },
      options,
    )
    return { payouts }
  },
  async invite({ call, person, site, spool, options }) {
    const { instance } = person
    const invitationId = derivedId('invitation', options.commandId)
    const input = { spoolId: spool.id, invitationId }
    const { spoolId, partyId } = await instance.bus.request(inviteCounterparty, input, options)
    const grant = { invitationId, spoolId, partyId }
    const issued = await instance.grants.issueToCounterparty(grant, options.commandId, call.now)
    const pageUrl = new URL(invitationPath(issued.token), site.publicUrl).href
    return { invited: { ...issued, exchangeUrl: instance.exchangeUrl, pageUrl } }
  },
}

type AnyCommand = Parameters<SignedIn['instance']['bus']['request']>[0]

async function send<C extends AnyCommand>(
  { person, options }: Sending,
  command: C,
  input: z.infer<C['input']>,
): Promise<Sent> {
  await person.instance.bus.request(command, input, options)
  return {}
}

function target({ spool, call }: Sending) {
  return { spoolId: spool.id, ...expectedVersionsOf(call.body) }
}

/** The item that a form delivers. */
function evidenceOf({ call, spool }: Sending): EvidenceRequest {
  const { condition, kind, content, source, behalf } = call.body
  const other = spool.parties.find((party) => !party.is_caller)
  const common = {
    condition_id: condition,
    source: source.trim() === '' ? 'console' : source.trim(),
    ...(behalf === 'other' && other !== undefined && { on_behalf_of: other.party_id }),
  }
  if (content.trim() === '')
    throw unprocessable('content', 'There is nothing to deliver.', {
      remediation: 'Paste a table, a text or a web address.',
    })
  return parsed(EvidenceRequest, { ...common, ...contentOf(kind, content) })
}

function contentOf(kind: string, content: string) {
  switch (kind) {
    case 'rows':
      return { type: 'dataset', metadata: { rows: jsonOf(content) }, provenance: 'uploaded_json' }
    case 'text':
      return { type: 'text', metadata: { text: content }, provenance: 'uploaded_text' }
    case 'url':
      return { type: 'url', metadata: { url: content.trim() } }
    default:
      return {
        type: 'dataset',
        metadata: { content_base64: Buffer.from(content).toString('base64'), media_type: 'text/csv' },
        provenance: 'uploaded_csv',
      }
  }
}

/** The answer of a party to a condition that people decide, about the evidence that the page showed. */
function confirmationOf({ call, spool }: Sending): EvidenceRequest {
  const { condition: id, outcome, detail } = call.body
  const condition = spool.conditions.find((each) => each.id === id)
  if (condition?.confirmation === undefined) {
    throw unprocessable('condition', 'This condition is not decided by people.', {
      remediation: 'Choose a condition of the list.',
    })
  }
  if (!isOneOf(confirmationOutcomes, outcome)) {
    throw unprocessable('outcome', 'Choose an answer: met, not met or waived.')
  }
  const { evidence_digest: digest, evidence_ids: refs } = condition.confirmation
  return parsed(EvidenceRequest, {
    condition_id: id,
    type: 'confirmation',
    source: 'console',
    metadata: {
      method: condition.confirmation_method ?? 'buyer_confirm',
      outcome,
      ...(detail.trim() !== '' && { detail: detail.trim() }),
      evidence_refs: refs,
      ...(digest !== null && { evidence_digest: digest }),
    },
  })
}

function removedIds({ conditions }: SpoolView, remove: string): string[] {
  const numbers = numbersOf(remove)
  const ids = numbers?.map((number) => conditions[number - 1]?.id)
  if (ids === undefined || ids.includes(undefined)) {
    throw unprocessable('remove', `Name conditions by their numbers, from 1 to ${conditions.length}.`)
  }
  return ids.filter((id) => id !== undefined)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw unprocessable('content', 'The content is not JSON.', {
      remediation: 'Paste a JSON value, such as [{"email": "a@example.com"}].',
    })
  }
}

/** A request as its schema has it; refused with the first thing that the schema does not take. */
function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw unprocessable(
    path === '' ? 'content' : path,
    `${path === '' ? 'The content' : path}: ${issue?.message ?? 'not taken'}.`,
  )
}
