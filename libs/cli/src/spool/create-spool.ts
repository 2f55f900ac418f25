import { type DisputeResolver, partyKinds } from '@outturn/vocabulary'
import type { CreateSpoolRequest } from '@outturn/sdk'
import { type ConnectionOptions } from '../command.ts'
import { type Connection, openClient } from '../connection/open-client.ts'
import { readPolicyFile } from '../deliver/policy-file.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { confirmedPolicy } from '../policy/compile-command.ts'
import { printAnswer } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { findRecipe } from '../recipes/find-recipe.ts'
import { recipeParameters } from '../recipes/recipe-parameters.ts'
import { centsOf } from '../terminal/money.ts'
import { shown } from '../terminal/shown.ts'
import { spoolLines } from './spool-lines.ts'

export interface CreateOptions extends ConnectionOptions {
  /** JSON file of the whole request, in place of the other options. */
  readonly file?: string
  readonly title?: string
  readonly description?: string
  readonly buyer?: string
  readonly seller?: string
  readonly buyerKind?: string
  readonly sellerKind?: string
  /** The party that the caller is. */
  readonly as?: string
  readonly amount?: string
  readonly unitAmount?: string
  readonly units?: string
  readonly check?: readonly string[]
  readonly policy?: string
  readonly recipe?: string
  /** Parameters of the recipe, each as NAME=VALUE. */
  readonly param?: readonly string[]
  readonly term?: readonly string[]
  readonly fields?: string
  readonly disputeHours?: number
  readonly resolver?: DisputeResolver
  readonly resolverRef?: string
  readonly idempotencyKey?: string
}

/** Creates a Spool from a file, or from the options. */
export async function runCreateSpool(options: CreateOptions, host: Host): Promise<ExitStatus> {
  const given = options.file === undefined ? null : requestIn(options.file, options)
  if (given === null) assertDescribed(options)
  const connection = openClient(options, host)
  const body = given ?? (await requestOf(options, connection, host))
  if (body === null) return exitStatus.differs
  const { idempotencyKey } = options
  const spool = await connection.client.spools.create(body, {
    signal: host.signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
  printAnswer(host, options, spool, () => [
    ...spoolLines(spool, options),
    `Share: ${shown(spool.share_url)}`,
    ...(spool.handoff?.invite_endpoint ? [`Invite the other party: outturn spool invite ${spool.id}`] : []),
  ])
  return exitStatus.agrees
}

function requestIn(
  file: string,
  { title, buyer, seller, amount, unitAmount, check, policy, recipe, ...more }: CreateOptions,
): CreateSpoolRequest {
  const rules = [more.disputeHours, more.resolver, more.resolverRef]
  const others = [title, buyer, seller, amount, unitAmount, check, policy, recipe, ...rules]
  if (others.some((each) => each !== undefined)) {
    throw new UnusableInput(
      'Give a file with the whole request, or the options that describe the Spool, not both.',
    )
  }
  return readJsonFile(file) as unknown as CreateSpoolRequest
}

function assertDescribed(options: CreateOptions): void {
  const { title, buyer, seller, amount, unitAmount, check, policy, recipe, param } = options
  const missing = [
    title === undefined && '--title',
    buyer === undefined && '--buyer',
    seller === undefined && '--seller',
    amount === undefined && unitAmount === undefined && '--amount (or --unit-amount with --units)',
    check === undefined &&
      policy === undefined &&
      recipe === undefined &&
      '--check (or --policy or --recipe)',
  ].filter((option) => option !== false)
  if (missing.length > 0) {
    throw new UnusableInput(`Give a file with the request, or also ${missing.join(', ')}.`)
  }
  if (recipe !== undefined && (check !== undefined || policy !== undefined)) {
    throw new UnusableInput('Give conditions or a recipe, not both.')
  }
  if (param !== undefined && recipe === undefined) {
    throw new UnusableInput('--param goes with --recipe, such as --recipe lead-list@1 --param rows=100.')
  }
}

/** The request of the options; null where the words of a check leave a question open, which was printed. */
async function requestOf(
  options: CreateOptions,
  { client }: Connection,
  host: Host,
): Promise<CreateSpoolRequest | null> {
  const { title = '', description = title, buyer = '', seller = '', check } = options
  const value = worth(options)
  const basis = await basisOf(options, client, host)
  if (basis === null) return null
  const parties = [
    { role: 'buyer', kind: kindOf(options.buyerKind, '--buyer-kind'), display_name: buyer },
    { role: 'seller', kind: kindOf(options.sellerKind, '--seller-kind'), display_name: seller },
  ]
  const terms = options.term ?? check ?? [title]
  return {
    // The first party is the caller's.
    parties: isSeller(options.as) ? parties.toReversed() : parties,
    ...value,
    deliverable: { type: 'dataset', title, description, attributes: {} },
    terms: terms.map((text) => ({ text, provenance: { source: 'freeform' } })),
    ...basis,
    ...disputePolicyOf(options),
  } as CreateSpoolRequest
}

/** The rules for disputes as far as options change them; the service has the rest. */
function disputePolicyOf({ disputeHours, resolver, resolverRef }: CreateOptions) {
  const policy = {
    ...(disputeHours !== undefined && { window_hours: disputeHours }),
    ...(resolver !== undefined && { resolver }),
    ...(resolverRef !== undefined && { resolver_ref: resolverRef }),
  }
  return Object.keys(policy).length === 0 ? {} : { dispute_policy: policy }
}

/** The conditions of the request or their recipe, pinned by its hash; null where the words of a check leave a question open. */
async function basisOf(
  options: CreateOptions,
  client: Connection['client'],
  host: Host,
): Promise<Pick<CreateSpoolRequest, 'conditions' | 'recipe'> | null> {
  const { check, policy: policyFile, recipe: id, param = [] } = options
  const policy = policyFile === undefined ? {} : readPolicyFile(policyFile)
  if (policy.recipe !== undefined && check === undefined) return { recipe: policy.recipe }
  if (id !== undefined) {
    const recipe = await findRecipe(client, id, host.signal)
    return { recipe: { id, recipe_hash: recipe.recipe_hash, params: recipeParameters(recipe, param) } }
  }
  const conditions = policy.conditions ?? []
  if (check === undefined) return { conditions } as Pick<CreateSpoolRequest, 'conditions'>
  const confirmed = await confirmedPolicy(client, { source: sourceOf(check), ...fieldsOf(options) }, host)
  if (confirmed === null) return null
  return { conditions: [...conditions, ...confirmed.conditions] } as Pick<CreateSpoolRequest, 'conditions'>
}

/** One text of all checks, each a sentence of its own. */
function sourceOf(checks: readonly string[]): string {
  return checks.map((check) => (/[.!?]\s*$/.test(check) ? check : `${check}.`)).join('\n')
}

function fieldsOf({ fields }: CreateOptions) {
  return fields === undefined ? {} : { fields: fields.split(',').map((name) => name.trim()) }
}

function worth({
  amount,
  unitAmount,
  units,
}: CreateOptions): Pick<CreateSpoolRequest, 'value' | 'unitization'> {
  if (unitAmount === undefined) {
    if (units !== undefined) throw new UnusableInput('--units goes with --unit-amount.')
    return { value: { amount_cents: centsOf(amount ?? '', '--amount'), currency: 'USD' } }
  }
  if (amount !== undefined) throw new UnusableInput('Give --amount or --unit-amount, not both.')
  if (units === undefined || !/^[1-9]\d{0,8}$/.test(units)) {
    throw new UnusableInput('--unit-amount goes with --units, the number of units, such as --units 100.')
  }
  const unitization = { total_units: Number(units), unit_amount_cents: centsOf(unitAmount, '--unit-amount') }
  const amount_cents = unitization.total_units * unitization.unit_amount_cents
  return { value: { amount_cents, currency: 'USD' }, unitization }
}

function kindOf(kind: string | undefined, option: string): string {
  if (kind === undefined) return 'org'
  if ((partyKinds as readonly string[]).includes(kind)) return kind
  throw new UnusableInput(`${option} ${kind} is not a kind of party: it is one of ${partyKinds.join(', ')}.`)
}

function isSeller(as: string | undefined): boolean {
  if (as === undefined || as === 'buyer') return false
  if (as === 'seller') return true
  throw new UnusableInput(`--as ${as} is no party of a new Spool: it is buyer or seller.`)
}
