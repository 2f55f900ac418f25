import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** Audit products this deployment offers. */
export const readAuditCapabilities = defineQuery('document-audit.read-capabilities', {
  input: z.strictObject({}),
  output: z.strictObject({ products: z.array(z.string()) }),
  sentBy: ['gateway', 'operator'],
})
