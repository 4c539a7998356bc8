// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A server in this process, which takes the calls of one loop without a connection.
package protocol LocalOrigin: AnyObject {
  /// Takes a call with its request, and answers it now or later.
  func take(_ call: LocalCall, _ request: Request)
}

/// Is told what the caller of a local call does.
package protocol LocalCallObserver: AnyObject {
  /// There is more of the request's body, or its end.
  func requestMoved()
  /// The caller takes more of the response's body.
  func callerHasRoom()
  /// The caller is gone, or a limit of the call was reached; nothing else is told.
  func callerLeft()
}
