import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, reasons } from '@outturn/contracts'
import { spoolEventTypes } from '@outturn/vocabulary'
import { type InterfaceDocument, readInterface } from './interface-document.ts'
import { compactJson, fence, page, table } from './markdown.ts'
import { operationPage, operationsOf } from './operation-page.ts'
import { hasPage, membersOf, objectAddress, typeWords, variantsOf } from './schema-words.ts'

export type ReferencePages = {
  /** Markdown by place in the site. */
  readonly pages: ReadonlyMap<string, string>
  /** The operations by their groups, for the contents of the site. */
  readonly groups: readonly {
    readonly title: string
    readonly pages: readonly { title: string; place: string }[]
  }[]
}

/** Every page that is made of the contracts. */
export async function referencePages(): Promise<ReferencePages> {
  const document = await readInterface()
  const operations = operationsOf(document)
  const groups = document.tags.map(({ name }) => ({
    title: name,
    pages: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ operation }) => ({ title: operation.summary, place: operationPlace(operation.operationId) })),
  }))
  const objects = Object.entries(document.components.schemas).filter(([, schema]) => hasPage(schema))
  return {
    groups,
    pages: new Map([
      ['reference/index', operationsPage(document)],
      ['errors', errorsPage()],
      ['reference/checkers', checkersPage(document)],
      ['reference/events', eventsPage(document)],
      ['reference/objects/index', objectsPage(document)],
      ...operations.map((each): [string, string] => [
        operationPlace(each.operation.operationId),
        operationPage(each, document),
      ]),
      ...objects.map(([name]): [string, string] => [
        objectAddress(name).slice(1),
        objectPage(name, document),
      ]),
    ]),
  }
}

function operationPlace(operationId: string): string {
  return `reference/${operationId}`
}

function operationsPage(document: InterfaceDocument): string {
  const operations = operationsOf(document)
  return page(
    '# Operations',
    'Every operation of the HTTP API. The same as OpenAPI 3.1 is at `/openapi.json` of a running service. Send an API key as `Authorization: Bearer spk_live_…`; a sandbox session takes the place of a key where the page says so.',
    ...document.tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      table(
        ['Operation', 'Request'],
        operations
          .filter(({ operation }) => operation.tags[0] === name)
          .map(({ method, path, operation }) => [
            `[${operation.summary}](/${operationPlace(operation.operationId)})`,
            `\`${method} ${path}\``,
          ]),
      ),
    ]),
  )
}

function errorsPage(): string {
  return page(
    '# Error codes',
    'Each refusal names a code and what to do next. Branch on `code` and `retryable`, not on words: codes are stable, wording is not. [How errors work](/guide/errors) has the whole body and when to try again. The `docs` member of an error leads to its code on this page.',
    ...Object.entries(errorCodes).flatMap(([code, { status, retryable, remediation }]) => [
      `## ${code}`,
      `Status ${status}. ${retryable ? 'Retryable.' : 'Not retryable.'}`,
      remediation,
    ]),
    '## Reasons',
    'An error can have a `reason`, which is finer than its code.',
    ...Object.entries(reasons).flatMap(([reason, meaning]) => [`### ${reason} {#reason-${reason}}`, meaning]),
  )
}

function objectsPage(document: InterfaceDocument): string {
  const names = Object.entries(document.components.schemas).filter(([, schema]) => hasPage(schema))
  return page(
    '# Objects',
    'The objects that requests and answers are made of. Each page lists the members of one of them.',
    names.map(([name]) => `- [${name}](${objectAddress(name)})`).join('\n'),
  )
}

function objectPage(name: string, document: InterfaceDocument): string {
  const schema = document.components.schemas[name] ?? {}
  const variants = variantsOf(schema, document)
  return page(
    `# ${name}`,
    schema.description ?? null,
    variants === null ? null : 'One of:',
    variants,
    membersOf(schema, document),
  )
}

const vectors = join(import.meta.dirname, '../../../../test/vectors/checkers')

type VectorFile = {
  readonly checker: string
  readonly version: string
  readonly cases: readonly {
    readonly name: string
    readonly check: { readonly checker: string }
    readonly evidence: readonly unknown[]
    readonly expect: unknown
  }[]
}

/** A case in which everything passes, and one with something that does not. */
function shownCases({ cases }: VectorFile): VectorFile['cases'] {
  const isBad = ({ expect }: VectorFile['cases'][number]) =>
    /"(?:fail|uncertain)"/.test(JSON.stringify(expect))
  return [cases.find((each) => !isBad(each)), cases.find(isBad)].filter((each) => each !== undefined)
}

function checkersPage(document: InterfaceDocument): string {
  const files = readdirSync(vectors)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(vectors, name), 'utf8')) as VectorFile)
    .filter(({ checker }) => checker !== undefined)
  const variants = document.components.schemas['DeterministicCheck']
  return page(
    '# Checkers',
    'A checker decides a condition from the evidence alone: the same evidence has the same verdict every time. [Conditions](/guide/conditions) says how they are agreed; the examples here are published test vectors, which every implementation must reproduce.',
    ...(variants?.oneOf ?? variants?.anyOf ?? []).flatMap((variant) => {
      const name = typeWords(variant, document).match(/^\[(\w+)\]/)?.[1] ?? ''
      const schema = document.components.schemas[name] ?? {}
      const checker = schema.properties?.['checker']?.const
      if (typeof checker !== 'string') return []
      const file = files.find((each) => each.checker === `checker.${checker}`)
      return [
        `## ${checker}`,
        `${schema.description ?? ''}${file === undefined ? '' : ` Version ${file.version}.`}`.trim(),
        membersOf(schema, document),
        ...(file === undefined ? [] : shownCases(file)).flatMap(vectorPart),
      ]
    }),
  )
}

function vectorPart({ name, check, evidence, expect }: VectorFile['cases'][number]): readonly string[] {
  return [`Example: ${name}.`, fence('json', compactJson({ check, evidence, expect }))]
}

function eventsPage(document: InterfaceDocument): string {
  const event = document.components.schemas['SpoolEvent'] ?? {}
  return page(
    '# Events',
    'The history of a Spool: every change is one event, in order, and none is ever changed or removed. [List the events](/reference/list-spool-events) reads them page by page; [statuses and polling](/guide/statuses) says how often to ask.',
    membersOf(event, document),
    '## Types',
    'Read a type that is not listed here as a change that your program does not know: later versions may add some.',
    table(
      ['Type', 'Meaning'],
      Object.entries(spoolEventTypes).map(([type, meaning]) => [`\`${type}\``, meaning]),
    ),
  )
}
