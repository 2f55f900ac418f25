import { AttestationBody, AttestationVerdict, Refusal, verifyAttestation } from '@outturn/contracts'
import { type Answer, type Call, defineRoute, json } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'

export const verifyAttestationRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/attestations/verify',
  operation: 'verify-attestation',
  summary: 'Check an attestation',
  isRateLimited: true,
  body: AttestationBody,
  success: {
    status: 200,
    description: 'Whether it is valid, and every reason why not. The attestation is never echoed.',
    content: AttestationVerdict,
  },
  refuses: verifyAttestation.refuses,
  answer: check,
})

/** An attestation is checked by the environment that it names, whoever asks. */
async function check(call: Call<AttestationBody>): Promise<Answer> {
  const { body: attestation, instances } = call
  const instance = instances[attestation.environment]
  try {
    if (instance === undefined)
      throw new Refusal('trusted_key_unavailable', 'This environment is not hosted here.')
    const options = { ...asCaller(call), principal: { kind: 'public' } as const }
    return json(200, (await instance.bus.requestBytes(verifyAttestation, { attestation }, options)).bytes)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'trusted_key_unavailable') throw error
    throw new Refusal(error.code, error.message, {
      ...error.options,
      details: {
        environment: attestation.environment,
        reasons: [error.code],
        checked_at: call.now.toISOString(),
      },
    })
  }
}
