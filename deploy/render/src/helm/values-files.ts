import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartFolder, repository } from '@outturn/model/places'
import { Document, isMap, isScalar, type YAMLMap } from 'yaml'
import { chartValues } from './chart-values.ts'
import { defaultsOf, type ValueSchema } from './value-schema.ts'

const rendered = 'Rendered from deploy/model by `npm run render:deployment`; change it there.'

/** Chart.yaml: the chart has the version of what it installs. */
export function renderChart(): string {
  const { version, description, license } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  ) as Record<string, string>
  const document = new Document({
    apiVersion: 'v2',
    name: 'outturn',
    description,
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.29.0-0',
    home: 'https://outturn.example',
    annotations: { 'artifacthub.io/license': license },
  })
  document.commentBefore = ` ${rendered}`
  return document.toString({ lineWidth: 140 })
}

/** values.yaml: every value with its default, and what it means above it. */
export function renderValues(): string {
  const document = new Document(defaultsOf(chartValues), { aliasDuplicateObjects: false })
  document.commentBefore = ` ${rendered}`
  if (isMap(document.contents)) comment(document.contents, chartValues)
  return document.toString({ lineWidth: 140 })
}

function comment(map: YAMLMap, schema: ValueSchema, depth = 0): void {
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : ''
    const member = schema.properties?.[name]
    if (!isScalar(key) || member === undefined) continue
    key.commentBefore = ` ${member.description}`
    if (depth === 0) key.spaceBefore = true
    if (isMap(value) && member.default === undefined) comment(value, member, depth + 1)
  }
}

/** values.schema.json: what Helm holds the values against. */
export function renderSchema(): string {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', $comment: rendered, ...chartValues }
  return `${JSON.stringify(schema, null, 2)}\n`
}

const begin = '<!-- values: rendered from values.schema.json by `npm run render:deployment` -->'
const end = '<!-- end of values -->'

/** README.md of the chart, with the table of its values between two marks. */
export function renderReadme(): string {
  const readme = readFileSync(join(chartFolder, 'README.md'), 'utf8')
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)]
  if (before === -1 || after === -1)
    throw new Error(`the README of the chart has no place for its values: ${begin}`)
  return `${readme.slice(0, before + begin.length)}\n\n${valuesTable()}\n\n${readme.slice(after)}`
}

/** The members of a service are the same for each, apart from their defaults. */
function valuesTable(): string {
  const { services, ...others } = chartValues.properties ?? {}
  const [first] = Object.values(services?.properties ?? {})
  const scaled = Object.values(services?.properties ?? {}).find(
    ({ properties }) => properties?.['maxReplicas'],
  )
  const rows = [
    ...Object.entries(others).flatMap(([name, schema]) => rowsOf(name, schema)),
    ...Object.entries({ ...first?.properties, ...scaled?.properties }).map(([name, schema]) => [
      `\`services.<name>.${name}\``,
      ['replicas', 'maxReplicas', 'resources'].includes(name) ? 'in `values.yaml`' : inCode(schema.default),
      schema.description.replace(/ of gateway/, ' of the service'),
    ]),
  ]
  return [
    '| Value | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}

function rowsOf(path: string, schema: ValueSchema): string[][] {
  if (schema.properties !== undefined && schema.default === undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) => rowsOf(`${path}.${name}`, member))
  return [[`\`${path}\``, inCode(schema.default), `${schema.description}${choicesOf(schema)}`]]
}

function choicesOf({ enum: choices }: ValueSchema): string {
  return choices === undefined ? '' : ` One of ${choices.map((each) => `\`${String(each)}\``).join(', ')}.`
}

function inCode(value: unknown): string {
  return value === '' ? 'empty' : `\`${JSON.stringify(value)}\``
}
