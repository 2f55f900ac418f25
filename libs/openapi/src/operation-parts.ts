import type { SchemaComponents } from './schema-components.ts'
import type { SharedParts } from './shared-parts.ts'

/** The components that operations refer to. */
export type OperationParts = {
  readonly schemas: SchemaComponents
  readonly parameters: SharedParts
  readonly responses: SharedParts
  readonly examples: SharedParts
}
