import {
  checkWork,
  type ServiceName,
  Refusal,
  verificationServices,
  type WorkFailure,
} from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'

export type FailingService = WorkFailure & { readonly service: (typeof verificationServices)[number] }

/** Asks each service of a verification whether it can do its work; one that does not answer fails. */
export async function findFailingWork(
  bus: Pick<Bus, 'request'>,
  options: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<FailingService[]> {
  const found = await Promise.all(
    verificationServices.map(async (service) =>
      (await failuresOf(bus, service, options)).map((failure) => ({ service, ...failure })),
    ),
  )
  return found.flat()
}

async function failuresOf(
  bus: Pick<Bus, 'request'>,
  service: ServiceName,
  options: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<readonly WorkFailure[]> {
  try {
    const principal = { kind: 'service', service: 'gateway' } as const
    const { failing } = await bus.request(checkWork(service), {}, { ...options, principal })
    return failing as WorkFailure[]
  } catch (error) {
    const reason = (error instanceof Refusal ? error.options.reason : undefined) ?? 'timeout'
    // It has more to do than it takes at a time, and does it.
    if (reason === 'overloaded') return []
    const message = `The ${service} service does not answer.`
    return [{ part: 'service', reason, message, remediation: 'See whether the service runs, and its log.' }]
  }
}
