/** The two separate worlds that a deployment can host; nothing crosses from one to the other. */
export const environments = ['production', 'demo'] as const
export type Environment = (typeof environments)[number]
