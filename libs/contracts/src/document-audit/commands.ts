import { z } from 'zod'
import { defineCommand } from '../define.ts'

/** Audit products this deployment offers. */
export const readAuditCapabilities = defineCommand('document-audit.read-capabilities', {
  input: z.strictObject({}),
  output: z.strictObject({ products: z.array(z.string()) }),
  sentBy: ['gateway', 'operator'],
})
