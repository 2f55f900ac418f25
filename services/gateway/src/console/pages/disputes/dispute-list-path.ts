export const disputeListPath = '/console/disputes'
