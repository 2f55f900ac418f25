import { functionOf } from './python-calls.ts'
import type { PythonOperation } from './python-operations.ts'
import { docstring, fileHeader, toClassName } from './python-text.ts'

/** A kind of client: how its classes are called and what makes a method of a call. */
type Kind = {
  readonly prefix: string
  readonly suffix: string
  readonly method: string
  readonly pages: string
  readonly sentence: string
}

const kinds: readonly Kind[] = [
  { prefix: '', suffix: '', method: 'method', pages: 'listing_method', sentence: '' },
  { prefix: 'Async', suffix: '', method: 'async_method', pages: 'async_listing_method', sentence: '' },
  {
    ...{ prefix: '', suffix: 'WithResponse', method: 'response_method', pages: 'response_listing_method' },
    sentence: ', each with the status and the headers of its answer',
  },
  {
    ...{ prefix: 'Async', suffix: 'WithResponse' },
    ...{ method: 'async_response_method', pages: 'async_response_listing_method' },
    sentence: ', each with the status and the headers of its answer',
  },
]

/** The module of the groups of methods, for both clients and for their answers with headers. */
export function writeResources(operations: readonly PythonOperation[], offline: readonly string[]): string {
  const groups = Map.groupBy(operations, ({ at }) => groupOf(at))
  // A group is written after the groups inside it.
  const names = [...groups.keys()].toSorted((a, b) => depthOf(b) - depthOf(a) || (a < b ? -1 : 1))
  const classes = kinds.flatMap((kind) => names.flatMap((group) => writeGroup(kind, group, groups, offline)))
  const makers = kinds.flatMap(({ method, pages }) => [method, pages]).toSorted()
  return [
    ...fileHeader('The methods of the clients, in groups.'),
    'from . import _actions as actions',
    'from . import _calls as calls',
    'from . import _offline as offline',
    `from ._binding import (\n    Resource,\n${makers.map((name) => `    ${name},`).join('\n')}\n)`,
    ...classes,
    '',
  ].join('\n')
}

/** The group of a method; that of the client itself is empty. */
function groupOf(at: string): string {
  return at.split('.').slice(0, -1).join('.')
}

function depthOf(group: string): number {
  return group === '' ? 0 : group.split('.').length
}

function writeGroup(
  kind: Kind,
  group: string,
  groups: ReadonlyMap<string, readonly PythonOperation[]>,
  offline: readonly string[],
): string[] {
  const inner = [...groups.keys()].filter((other) => other !== '' && groupOf(other) === group)
  const own = offline.filter((at) => kind.suffix === '' && groupOf(at) === group)
  const methods = groups.get(group) ?? []
  return [
    '',
    '',
    `class ${classOf(kind, group)}(Resource):`,
    `    """${group === '' ? 'Every method' : `Methods of \`${group}\``}${kind.sentence}."""`,
    ...methods.flatMap((operation) => writeMethod(kind, operation)),
    ...own.flatMap((at) => ['', `    ${nameOf(at)} = staticmethod(offline.${at.replaceAll('.', '_')})`]),
    ...inner.flatMap((other) => [
      '',
      '    @property',
      `    def ${nameOf(other)}(self) -> ${classOf(kind, other)}:`,
      `        """Methods of \`${other}\`${kind.sentence}."""`,
      `        return ${classOf(kind, other)}(self._run)`,
    ]),
  ]
}

function writeMethod({ method, pages }: Kind, operation: PythonOperation): string[] {
  const { at, summary, isWritten } = operation
  const maker = operation.pages === undefined ? method : pages
  const source = isWritten === true ? 'actions' : 'calls'
  const text = isWritten === true ? [] : docstring(`${summary}.`, '    ')
  return ['', `    ${nameOf(at)} = ${maker}(${source}.${functionOf(operation)})`, ...text]
}

function nameOf(at: string): string {
  return at.split('.').at(-1) ?? at
}

function classOf({ prefix, suffix }: Kind, group: string): string {
  return `${prefix}${group === '' ? 'Methods' : toClassName(group)}${suffix}`
}
