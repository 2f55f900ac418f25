import { readFileSync } from 'node:fs'
import { CompilePolicyRequest } from '@outturn/contracts'
import { type Client, type CompiledPolicy, type ConfirmPolicyRequest, OutturnError } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { answerOf, type OpenQuestion, questionLines } from './question-lines.ts'
import type { AskLine } from './terminal.ts'

export interface CompileRequest extends ConnectionOptions {
  /** File of the text; `-` is the standard input. */
  readonly file: string
  /** Names with commas between them. */
  readonly fields?: string
  readonly fieldsFile?: string
  readonly unitName?: string
  readonly asOf?: string
  readonly timeZone?: string
  /** File for the confirmed policy. */
  readonly output?: string
}

/** Where the command writes, and the person whom it asks; null without a terminal. */
type Console = Pick<Host, 'output' | 'ask'>
type Answers = NonNullable<ConfirmPolicyRequest['answers']>

/** Compiles a text, has its questions answered and writes the confirmed policy. */
export async function runCompile(request: CompileRequest, host: Host): Promise<ExitStatus> {
  if (request.output !== undefined) assertSavable(request.output)
  const body = requestOf(request)
  const { client } = openClient(request, host)
  const confirmed = await confirmedPolicy(client, body, host)
  if (confirmed === null) return exitStatus.differs
  const text = JSON.stringify(confirmed, null, 2)
  if (request.output === undefined) host.output.print(text)
  else await saveFile(request.output, `${text}\n`)
  return exitStatus.agrees
}

/** The policy that a text states, with its questions answered; null where the text says nothing or a question stays open. */
export async function confirmedPolicy(client: Client, body: CompilePolicyRequest, host: Console) {
  const { complain } = host.output
  const compiled = await client.policies.compile(body)
  for (const line of foundLines(compiled)) complain(line)
  if (isEmpty(compiled)) {
    complain(
      compiled.unsupported.length > 0
        ? 'No check can be made of it. People can decide it: outturn spool create takes a file with the whole request, with a condition of "verification_method": "human_confirmed".'
        : 'The text states nothing that a check or a question could be about.',
    )
    return null
  }
  return confirmedOf(client, compiled, host)
}

function requestOf(request: CompileRequest): CompilePolicyRequest {
  const { file, fields, fieldsFile, unitName, asOf, timeZone } = request
  if (fields !== undefined && fieldsFile !== undefined) {
    throw new UnusableInput('Give the fields with --fields or with --fields-file, not with both.')
  }
  const known =
    fieldsFile === undefined ? fields?.split(',').map((name) => name.trim()) : readJsonFile(fieldsFile)
  const body = CompilePolicyRequest.safeParse({
    source: textOf(file),
    ...(known !== undefined && { fields: known }),
    ...(unitName !== undefined && { unit_name: unitName }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  })
  if (body.success) return body.data
  const [issue] = body.error.issues
  throw new UnusableInput(`${issue?.path.join('.')}: ${issue?.message}.`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? process.stdin.fd : file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new UnusableInput(`Cannot read ${file}: ${message}.`)
    const isText = /\s/.test(file)
      ? '\nA text itself is piped: echo "Exactly 2 rows." | outturn policy compile -'
      : ''
    throw new UnusableInput(`Cannot read ${file}: there is no such file.${isText}`)
  }
}

/** What was read, before anything is asked: the checks, and what no checker decides. */
function foundLines({ suggested_conditions: suggested, unsupported, amounts }: CompiledPolicy): string[] {
  return [
    ...suggested.map(({ condition, reads_as: reading, applies, note }) =>
      [
        `Check: ${reading}${condition.required ? '' : ' (optional)'}, for ${applies === 'unit' ? 'each unit' : 'the whole delivery'}`,
        `  from ${JSON.stringify(condition.description)}`,
        ...(note === undefined ? [] : [`  ${note}`]),
      ].join('\n'),
    ),
    ...amounts.map(({ text }) => `Amount: ${text}`),
    ...unsupported.map(
      ({ text, reason, suggested_method: method }) =>
        `No checker decides ${JSON.stringify(text)}: ${reason}. The method ${method} could, as a condition of a Spool.`,
    ),
  ]
}

function isEmpty({ suggested_conditions: suggested, ambiguities, amounts, value }: CompiledPolicy): boolean {
  return suggested.length + ambiguities.length + amounts.length === 0 && value === null
}

/** The confirmed policy; null where a question stays open. */
async function confirmedOf(client: Client, compiled: CompiledPolicy, { output, ask }: Console) {
  const { ambiguities: questions, suggested_conditions: suggested } = compiled
  if (ask === null && questions.length > 0) {
    for (const question of questions) for (const line of questionLines(question)) output.complain(line)
    const count = questions.length === 1 ? 'One question is' : `${questions.length} questions are`
    output.complain(
      `${count} open. Change the text by one of the lines above, or run the command on a terminal.`,
    )
    return null
  }
  const answers: Answers = {}
  for (const question of questions) {
    const answer = await answered(question, output, ask)
    if (answer === null) return null
    answers[question.ambiguity_id] = answer
  }
  for (;;) {
    try {
      return await client.policies.confirm({
        policy_id: compiled.policy_id,
        policy_digest: compiled.policy_digest,
        accept: suggested.map(({ suggestion_id: id }) => id),
        answers,
      })
    } catch (error) {
      const question = questions.find((each) => isAbout(error, each))
      if (question === undefined) throw error
      output.complain((error as OutturnError).message)
      const answer = await answered(question, output, ask)
      if (answer === null) return null
      answers[question.ambiguity_id] = answer
    }
  }
}

/** Whether the service refused the answer to this question. */
function isAbout(error: unknown, { ambiguity_id: id }: OpenQuestion): boolean {
  return (
    error instanceof OutturnError && error.code === 'ambiguity_required' && error.field === `answers.${id}`
  )
}

/** Asks until there is an answer; null at the end of the input. */
async function answered(
  question: OpenQuestion,
  { complain }: Output,
  ask: AskLine | null,
): Promise<Answers[string] | null> {
  if (ask === null) return null
  for (const line of questionLines(question)) complain(line)
  for (;;) {
    const line = await ask('Answer: ')
    if (line === null) return null
    const answer = answerOf(question, line)
    if (answer !== null) return answer
  }
}
