import { bodySchema, OneCallRequest, publicEndpoints } from '@outturn/contracts'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { expect, test } from 'vitest'
import { operationsOf } from '../calls/request-of-call.ts'
import { instructions } from '../instructions.ts'
import { coreTools } from './core-tools.ts'
import { offeredTools, operationIdsOf, readToolChoice } from './offered-tools.ts'
import { type Tool, toolsets } from './tool.ts'

const operations = operationsOf(publicEndpoints('outturn'))
const offered = (sets: string, readOnly = 'false') => {
  const choice = readToolChoice(sets, readOnly)
  if (choice === null) throw new Error(`there is no set of ${sets}`)
  return offeredTools(choice, { kind: 'unread' }, operations)
}
/** What hosts show to a model: titles and hints are for the host itself. */
const shown = (tools: readonly Tool[]) =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))

test('the list of 22 tools costs a model at most 4,700 tokens, and the reading ones 1,600', () => {
  const encoder = new Tiktoken(o200k)
  const tokens = (tools: readonly Tool[]) => encoder.encode(JSON.stringify(shown(tools))).length
  expect(coreTools).toHaveLength(22)
  expect(tokens(offered('core'))).toBeLessThanOrEqual(4_700)
  const reading = offered('core', 'true')
  expect(reading).toHaveLength(9)
  expect(tokens(reading)).toBeLessThanOrEqual(1_600)
})

test('every tool says what it is for in 60 to 600 characters, and describes each argument', () => {
  for (const { name, description, inputSchema } of offered(toolsets.join(','))) {
    expect([name, description.length >= 60 && description.length <= 600]).toEqual([name, true])
    expect([name, /^[a-z]+(?:_[a-z0-9]+)+$/.test(name)]).toEqual([name, true])
    for (const [argument, schema] of Object.entries(inputSchema.properties)) {
      const isDescribed = argument === 'body' || 'description' in schema
      expect(`${name}.${argument} ${isDescribed}`).toBe(`${name}.${argument} true`)
    }
    expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining([...inputSchema.required]))
  }
  expect(instructions.length).toBeLessThanOrEqual(1_500)
})

test('names are different, and every operation of a tool exists', () => {
  const all = offered(toolsets.join(','))
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, work } of all) {
    for (const id of operationIdsOf(work))
      expect(`${name} ${id} ${operations.has(id)}`).toBe(`${name} ${id} true`)
  }
})

test('an agent can do by a tool of its own what a person does about a disagreement, and reads without changing anything', () => {
  const caseworkTags = ['Sources', 'Facts and claims', 'Discrepancies', 'Disputes', 'Reviews']
  const bySystemsAndReviewers = ['receive-delivery', 'decide-review', 'mail-review-code']
  const casework = publicEndpoints('outturn')
    .filter(
      ({ tag, operationId }) => caseworkTags.includes(tag) && !bySystemsAndReviewers.includes(operationId),
    )
    .map(({ operationId }) => operationId.replaceAll('-', '_'))
  expect(casework.length).toBeGreaterThan(25)
  const names = offered('disputes,sources').map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(casework))
  const reading = offered('disputes,sources', 'true').map(({ name }) => name)
  expect(reading).toEqual(
    expect.arrayContaining(['list_discrepancies', 'list_facts', 'list_matches', 'test_source']),
  )
  for (const name of [
    'revoke_source',
    'withdraw_evidence',
    'respond_to_dispute',
    'open_dispute',
    'request_review',
  ])
    expect(reading).not.toContain(name)
})

test('what cannot be taken back says so', () => {
  const all = offered(toolsets.join(','))
  const destructive = all.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name)
  for (const { name, annotations } of all)
    expect([name, annotations.readOnlyHint && annotations.destructiveHint]).toEqual([name, false])
  expect(destructive).toEqual(
    expect.arrayContaining(['withdraw_evidence', 'revoke_source', 'commit_spool', 'consent_to_review']),
  )
  expect(destructive).not.toContain('add_dispute_statement')
})

test('a set that does not exist is refused', () => {
  expect(readToolChoice('core,everything', 'false')).toBeNull()
})

/** Every schema inside of a schema, with where it stands. */
function schemasIn(value: unknown, at: string): { at: string; schema: Record<string, unknown> }[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each, index) => schemasIn(each, `${at}[${index}]`))
  const found = value as Record<string, unknown>
  const inner = Object.entries(found).flatMap(([name, each]) => schemasIn(each, `${at}.${name}`))
  return 'type' in found ? [{ at, schema: found }, ...inner] : inner
}

test('no argument has several types in one schema, which some hosts refuse', () => {
  const several = offered(toolsets.join(',')).flatMap(({ name, inputSchema }) =>
    schemasIn(inputSchema, name).filter(({ schema }) => Array.isArray(schema['type'])),
  )
  expect(several.map(({ at }) => at)).toEqual([])
})

test('each argument of a tool that is made from its operation is described', () => {
  const undescribed = offered(toolsets.join(',')).flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties).flatMap(([argument, schema]) =>
      argument === 'body' || (schema as { description?: string }).description ? [] : [`${name}.${argument}`],
    ),
  )
  expect(undescribed).toEqual([])
})

test('an invited session is offered what a counterparty key may do', () => {
  const choice = readToolChoice('core', 'false')
  const namesFor = (isInvited: boolean) =>
    choice === null
      ? []
      : offeredTools(choice, { kind: 'sandbox', isInvited }, operations).map(({ name }) => name)
  expect(namesFor(false)).toContain('create_spool')
  expect(namesFor(true)).not.toContain('create_spool')
  expect(namesFor(true)).toEqual(expect.arrayContaining(['get_spool', 'accept_spool', 'submit_evidence']))
})

test('a reference to a recipe is an object, as the interface takes it', () => {
  const verify = coreTools.find(({ name }) => name === 'verify_delivery')
  const schema = bodySchema(OneCallRequest) as { $defs?: Record<string, { properties?: object }> }
  const taken = Object.keys(schema.$defs?.['RecipeReference']?.properties ?? {})
  const recipe: { type?: string; properties?: object } | undefined = verify?.inputSchema.properties['recipe']
  expect(recipe?.type).toBe('object')
  expect(taken).toEqual(expect.arrayContaining(Object.keys(recipe?.properties ?? { none: 1 })))
})
