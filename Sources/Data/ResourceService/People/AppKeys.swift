// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

/// Gives and takes away the keys of apps.
struct AppKeys {
  let context: RecordContext

  /// Gives an app another key, which is answered once: `POST /apps/{id}:key`. `DELETE` takes it away.
  func change(of app: ResourceID, _ request: ResourceRequest) throws -> ResourceReply {
    guard request.method == .post || request.method == .delete else {
      throw ResourceProblem.noMethod(["POST", "DELETE"])
    }
    let secret = request.method == .post ? IssuedSecret(.app) : nil
    try context.store.setKey(secret?.digest, of: app)
    context.settings.people?.audit(PeopleEvent(kind: .changedKey, user: app))
    guard let secret else { return ResourceReply(.noContent) }
    return ResourceReply.privately(.created, ["key": .text(secret.text)])
  }
}
