// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Testing

/// What kind of error a call ends with.
func kindOfError<Value>(
  _ body: () async throws -> Value,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> ClientError.Kind? {
  let error = await #expect(throws: ClientError.self, sourceLocation: sourceLocation) {
    _ = try await body()
  }
  return error?.kind
}
