// SPDX-License-Identifier: Apache-2.0

/// Limits of the parts of a message other than its content.
package struct HeadLimits: Sendable, Equatable {
  /// The request line or the status line, its line end included; 414.
  package var startLine = 8_192
  /// Maximum number of fields of a head; 431.
  package var fields = 100
  /// The whole head; 431.
  package var bytes = 65_536
  /// The line before a chunk: its size and extensions; 400.
  package var chunkLine = 1_024
  /// The lines before all chunks, beyond what their content pays for; 400.
  package var chunkOverhead = 16_384
  /// Maximum number of fields behind a chunked body; 431.
  package var trailers = 32
  /// All lines behind a chunked body; 431.
  package var trailerBytes = 8_192

  package init() {}
}
