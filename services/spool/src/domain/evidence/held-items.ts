/** Items of all kinds that one Spool keeps: what was submitted, and what the service recorded of people and judges. */
export const maxHeldItems = 500

/** Evidence items that one Spool takes from its parties. */
export const maxEvidenceItems = 100
