import { holdsWriting } from './field-nature.ts'
import type { FieldRef, FieldTest } from './field-test.ts'

/** What can be said of a value that is no text: it is there, it equals, it is one of, it is told apart. */
const ofAnyType: ReadonlySet<FieldTest['kind']> = new Set(['present', 'absent', 'type', 'in', 'not_in'])

/** Whether values of the type that a field is known to have can meet a test at all. A test that none can meet is not what was meant. */
export function suitsType(field: FieldRef, test: FieldTest): boolean {
  const type = field.known?.type
  if (type === undefined || type === 'object') return true
  const isLength = (test.kind === 'compare' || test.kind === 'compare_field') && test.measure !== undefined
  switch (type) {
    case 'text': {
      // Texts may hold decimals and days, unless people write in them.
      const isOrdered = test.kind === 'compare' && !isLength
      return (
        (test.kind !== 'type' || test.type === 'string') &&
        !(isOrdered && holdsWriting(field)) &&
        test.kind !== 'member'
      )
    }
    case 'number':
      return (
        ofAnyType.has(test.kind) ||
        ((test.kind === 'compare' || test.kind === 'compare_field') && !isLength && test.as === undefined) ||
        test.kind === 'sum' ||
        test.kind === 'unique'
      )
    case 'boolean':
      return ofAnyType.has(test.kind) || (test.kind === 'compare_field' && !isLength && test.as === undefined)
    case 'list':
      return (
        test.kind === 'present' ||
        test.kind === 'absent' ||
        test.kind === 'type' ||
        test.kind === 'unique' ||
        test.kind === 'member' ||
        (test.kind === 'length' && test.measure === 'items') ||
        (test.kind === 'compare' && test.measure === 'items')
      )
    case 'time':
      return (
        !isLength &&
        test.kind !== 'length' &&
        (test.kind !== 'compare' || test.as === 'time') &&
        test.kind !== 'sum'
      )
    default:
      return type satisfies never
  }
}
