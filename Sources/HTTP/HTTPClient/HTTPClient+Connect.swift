// SPDX-License-Identifier: Apache-2.0

package import Reactor

extension HTTPClient {
  /// Opens a connection and closes it at once; throws if none can be opened in time. It is none of the
  /// connections of calls, and no handshake is made. A look-up of the name may take longer.
  package func connect(
    to destination: Destination,
    until deadline: Instant
  ) async throws(ClientError) {
    let addresses: [SocketAddress]
    do {
      addresses = try await destination.addresses(by: resolver)
    } catch {
      throw ClientError(.resolve, "\(error)", wasNeverSent: true, cause: error)
    }
    let delay = configuration.attemptDelay
    _ = try await ConnectRace(addresses, on: core, delay: delay, until: deadline).winner()
  }
}
