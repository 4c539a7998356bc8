// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// A client's context with the server to connect to.
package struct TLSClientSecurity: StreamSecurity {
  private let context: TLSClientContext
  private let server: TLSServerName

  package init(_ context: TLSClientContext, to server: TLSServerName) {
    self.context = context
    self.server = server
  }

  package func makeLayer(on socket: Int32) throws -> any StreamLayer {
    try context.session(on: socket, to: server)
  }
}
