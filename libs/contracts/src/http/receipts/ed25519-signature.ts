import { z } from 'zod'

export const Ed25519Signature = z.string().meta({
  id: 'Ed25519Signature',
  description: 'Ed25519 signature in base64url.',
  examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
})
