import { randomUUID } from 'node:crypto'
import type { ConnectionOptions } from '../command.ts'
import { type Connection, openClientOrSession } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { hintCommands } from '../spool/next-lines.ts'
import { findRecipe } from '../recipes/find-recipe.ts'
import { recipeParameters } from '../recipes/recipe-parameters.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { shown } from '../terminal/shown.ts'
import { stylesOf } from '../terminal/styles.ts'
import { readDeliveryFile, rowsOf } from './delivery-file.ts'
import { deliveryRequest, type JudgingOptions } from './delivery-request.ts'
import { readPolicyFile } from './policy-file.ts'
import { verdictLines } from './verdict-lines.ts'
import { withAnswers } from './with-answers.ts'

export interface DeliverRequest extends ConnectionOptions, JudgingOptions {
  /** File of the delivery; `-` is the standard input. */
  readonly file: string
  readonly type?: string
  readonly sheet?: string
  readonly dryRun?: boolean
  /** File for the answer with its receipt. */
  readonly save?: string
  readonly force?: boolean
  readonly idempotencyKey?: string
}

/** Has a delivery judged in one call, and shows the verdict. */
export async function runDeliver(request: DeliverRequest, host: Host): Promise<ExitStatus> {
  if (request.save !== undefined) assertSavable(request.save, request)
  const file = await readDeliveryFile(request.file, request.type, host)
  const described = deliveryRequest(request, await rowsOf(file, request.sheet), file.name)
  const connection = await openClientOrSession(request, host)
  const body =
    request.recipe === undefined ? described : await withRecipe(described, request, connection, host)
  return request.dryRun
    ? tryDelivery(connection, body, request, host)
    : judgeDelivery(connection, body, request, host)
}

type Body = ReturnType<typeof deliveryRequest>

/** The request with the values of the recipe's parameters, and the hash of the recipe that they were read by. */
async function withRecipe(
  body: Body,
  { recipe: id = '', param = [] }: DeliverRequest,
  { client }: Connection,
  { signal }: Host,
): Promise<Body> {
  const recipe = await findRecipe(client, id, signal)
  const params = recipeParameters(recipe, param)
  return { ...body, recipe: { id: recipe.id, recipe_hash: recipe.recipe_hash, params } }
}

async function tryDelivery({ client }: Connection, body: Body, request: DeliverRequest, host: Host) {
  const { signal, output } = host
  const verdict = await withAnswers(body, host, (asked) => client.preflight(asked, { signal }))
  if (request.json) output.print(JSON.stringify(verdict))
  else {
    const styles = stylesOf(host.env, host.isTerminal.output)
    const lines = verdictLines(verdict, {
      isUnitized: verdict.unitization !== null,
      styles,
      remedy: () => ['Correct the file and deliver it again.'],
    })
    for (const line of [
      ...lines,
      ...surplusLines(body),
      ...termLines(request),
      'This was a dry run: nothing was charged, stored or signed.',
    ])
      output.print(line)
  }
  return verdict.result === 'pass' ? exitStatus.agrees : exitStatus.differs
}

async function judgeDelivery(connection: Connection, body: Body, request: DeliverRequest, host: Host) {
  const { signal, output } = host
  const firstKey = request.idempotencyKey ?? randomUUID()
  let idempotencyKey = firstKey
  const onStop = () =>
    output.complain(
      `The delivery may have been judged. Repeated with --idempotency-key ${idempotencyKey}, it is judged and charged once.`,
    )
  signal.addEventListener('abort', onStop, { once: true })
  if (!request.json) note(host, `Judging ${body.evidence.rows.length} rows …`)
  const answer = await withAnswers(body, host, (current, asked) => {
    // Another body is another request, and has a name of its own that a repetition finds again.
    idempotencyKey = asked === 0 ? firstKey : `${firstKey}.${asked}`
    return connection.client.verify(current, { signal, idempotencyKey })
  })
  signal.removeEventListener('abort', onStop)
  if (request.save !== undefined) await keepAnswer(request.save, answer, request, host)
  const result = resultOf(answer)
  if (request.json) output.print(JSON.stringify(answer))
  else {
    const styles = stylesOf(host.env, host.isTerminal.output)
    const verdict = { ...answer, result }
    const file = request.file === '-' ? undefined : request.file
    const remedy = (hint: string) => hintCommands(hint, { id: answer.spool_id, file, connection: request })
    for (const line of verdictLines(verdict, { isUnitized: body.unit !== undefined, styles, remedy }))
      output.print(line)
    for (const line of [...surplusLines(body), ...termLines(request)]) output.print(line)
    output.print(`Spool: ${answer.spool_id}`)
    if (answer.receipt !== null) output.print(`Receipt: ${answer.receipt.id}`)
    if (answer.receipt_url !== null) output.print(`Page: ${shown(answer.receipt_url)}`)
    if (request.save !== undefined) note(host, `The answer with its receipt is in ${request.save}.`)
  }
  return result === 'pass' ? exitStatus.agrees : exitStatus.differs
}

/** Rows beyond the agreed units, which a verdict of the units says nothing of. */
function surplusLines({ unit, evidence }: Body): string[] {
  const surplus = unit === undefined ? 0 : evidence.rows.length - unit.total_units
  return surplus > 0
    ? [
        `The file has ${evidence.rows.length} rows for ${unit?.total_units} agreed units: what is beyond them earns nothing.`,
      ]
    : []
}

/** Words of the policy file that the verdict says nothing of. */
function termLines({ policy }: DeliverRequest): string[] {
  const terms = policy === undefined ? [] : (readPolicyFile(policy).terms ?? [])
  return terms.map((term) => `Not judged, because no check decides it: ${JSON.stringify(shown(term))}`)
}

type Answer = Awaited<ReturnType<Connection['client']['verify']>>

/** The verdict is in what was signed; without a signer the arithmetic alone is known. */
function resultOf({ receipt, attestation, terminal, rejected, accepted }: Answer): string {
  const signed = receipt?.result ?? attestation?.result
  if (signed !== undefined) return signed
  if (rejected === 0 && terminal) return 'pass'
  return accepted > 0 ? 'partial' : 'uncertain'
}

async function keepAnswer(
  file: string,
  answer: Answer,
  { force }: DeliverRequest,
  { output }: Host,
): Promise<void> {
  try {
    await saveFile(file, `${JSON.stringify(answer, null, 2)}\n`, { force })
  } catch (error) {
    // The run is made and charged: its receipt must be found all the same.
    if (answer.receipt !== null) {
      output.complain(`The service keeps the receipt: outturn receipt get ${answer.receipt.id}`)
    }
    throw error
  }
}
