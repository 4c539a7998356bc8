// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPServer
package import HTTPValues

/// A handler of this process as an origin: its calls are made without a connection. It lives on its loop.
package final class LocalServer: LocalOrigin {
  private let handler: LocalHandler

  package init(_ handler: LocalHandler) { self.handler = handler }

  package func take(_ call: LocalCall, _ request: Request) {
    let stream = LocalExchange(call, asHead: request.method == .head, of: handler)
    call.observer = stream
    stream.start(handler.exchange(for: request, over: stream))
  }
}
