// SPDX-License-Identifier: Apache-2.0

/// JSON Merge Patch, RFC 7396.
extension DataValue {
  /// The value with a patch applied: members of the patch take the place of members, those that are
  /// null remove them, and a patch that is no dictionary takes the place of everything. What comes
  /// from the patch keeps its position there.
  package func patched(with patch: DataValue) -> DataValue {
    guard case .dictionary(let changes) = patch.content else { return patch }
    var members: [DataDictionary.Member] = []
    var place = patch.position
    if case .dictionary(let dictionary) = content {
      members = dictionary.members
      place = position
    }
    for change in changes.members {
      let index = members.firstIndex { $0.key == change.key }
      if case .null = change.value.content {
        if let index { members.remove(at: index) }
      } else if let index {
        members[index].value = members[index].value.patched(with: change.value)
      } else {
        let nothing = DataValue(.null, at: change.value.position)
        members.append(
          DataDictionary.Member(
            change.key,
            at: change.keyPosition,
            nothing.patched(with: change.value)
          )
        )
      }
    }
    return DataValue(.dictionary(DataDictionary(unique: members)), at: place)
  }
}
