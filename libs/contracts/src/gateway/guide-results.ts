import { z } from 'zod'

/** What of the documentation a search found. */
export const GuideResult = z
  .strictObject({
    kind: z.enum(['guide', 'error', 'operation']).describe('Page of the guide, error code, or operation.'),
    title: z.string().meta({
      description: 'Heading of the section, the code, or what the operation does.',
      examples: ['The nine checkers'],
    }),
    text: z
      .string()
      .describe('Text of the section in Markdown, what to do about the code, or who may use it.'),
    page: z
      .string()
      .optional()
      .meta({ description: 'Page of the guide that the section is on.', examples: ['conditions'] }),
    operation_id: z
      .string()
      .optional()
      .meta({ description: 'Id of the operation.', examples: ['create-spool'] }),
    method: z.enum(['GET', 'POST']).optional().describe('HTTP method of the operation.'),
    path: z.string().optional().describe('Path of the operation, with its parameters in braces.'),
    parameters: z
      .array(z.string())
      .optional()
      .describe('Names of the path and query parameters of the operation.'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema of the body that the operation takes.'),
  })
  .meta({ id: 'GuideResult' })
export type GuideResult = z.infer<typeof GuideResult>

export const GuideResults = z
  .strictObject({
    query: z.string().meta({ description: 'Words that were searched for.', examples: ['checkers'] }),
    results: z.array(GuideResult).describe('What fits the words, best first; at most six.'),
  })
  .meta({ id: 'GuideResults' })
export type GuideResults = z.infer<typeof GuideResults>

export const guideQuery = z.strictObject({
  q: z.string().min(1).max(200).describe('A few words, an error code or the id of an operation.'),
})
