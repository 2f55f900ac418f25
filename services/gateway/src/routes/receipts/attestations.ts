import { Refusal, verifyAttestation } from '@outturn/contracts'
import { json, serve } from '../../http/route.ts'
import { asPublic } from '../bus-call.ts'

/** An attestation is checked by the environment that it names, whichever environment the caller belongs to. */
export const verifyAttestationRoute = serve(verifyAttestation.http, async (call) => {
  const { body: attestation, instances } = call
  const instance = instances.of(attestation.environment)
  try {
    if (instance === undefined)
      throw new Refusal('trusted_key_unavailable', 'This environment is not hosted here.')
    const { bytes } = await instance.bus.requestBytes(verifyAttestation, { attestation }, asPublic(call))
    return json(200, bytes)
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
})
