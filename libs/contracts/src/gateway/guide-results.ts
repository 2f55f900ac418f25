import { z } from 'zod'

/** What of the documentation a search found. */
export const GuideResult = z
  .strictObject({
    kind: z.enum(['guide', 'error', 'operation']).describe('Page of the guide, error code, or operation.'),
    title: z.string().meta({
      description: 'Heading of the section, name of the error code, or summary of the operation.',
      examples: ['The nine checkers'],
    }),
    text: z.string().meta({
      description: 'Text of the section in Markdown, or explanation of the error code or operation.',
      examples: ['Each sample is judged without a run, by `?dry_run=true`.'],
    }),
    page: z
      .string()
      .optional()
      .meta({ description: 'Page of the guide that contains the section.', examples: ['conditions'] }),
    operation_id: z
      .string()
      .optional()
      .meta({ description: 'ID of the operation.', examples: ['create-spool'] }),
    method: z.enum(['DELETE', 'GET', 'POST']).optional().describe('HTTP method of the operation.'),
    path: z
      .string()
      .optional()
      .meta({
        description: 'Path of the operation, with its parameters in braces.',
        examples: ['/api/v1/spools/{id}'],
      }),
    parameters: z
      .array(z.string())
      .optional()
      .describe('Names of the path and query parameters of the operation.'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema of the request body of the operation.'),
  })
  .meta({ id: 'GuideResult' })
export type GuideResult = z.infer<typeof GuideResult>

export const GuideResults = z
  .strictObject({
    query: z.string().meta({ description: 'Search text of the request.', examples: ['checkers'] }),
    results: z.array(GuideResult).describe('Results, best first; at most six.'),
  })
  .meta({ id: 'GuideResults' })
export type GuideResults = z.infer<typeof GuideResults>

export const guideQuery = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(200)
    .describe('Search text: a few words, an error code or the ID of an operation.'),
})
