import base64
from datetime import datetime, timezone

import schemathesis
from hypothesis import strategies as st

# The contract takes instants from 1990 to a day ahead: JSON Schema has no word for that.
schemathesis.openapi.format(
    "date-time",
    st.datetimes(min_value=datetime(1990, 1, 2), max_value=datetime(2026, 5, 1)).map(
        lambda at: at.replace(microsecond=0, tzinfo=timezone.utc).isoformat().replace("+00:00", "Z")
    ),
)
# Version and variant are part of a UUID (RFC 9562).
schemathesis.openapi.format("uuid", st.uuids(version=4).map(str))
# An answer's next_cursor is opaque to callers: an instant, and the ids told at it.
schemathesis.openapi.format(
    "kith-cursor",
    st.integers(min_value=10**12, max_value=2 * 10**12).map(
        lambda at: base64.urlsafe_b64encode(f"[{at},[]]".encode()).decode().rstrip("=")
    ),
)
# One line of a prompt, which closes no block.
schemathesis.openapi.format(
    "kith-name",
    st.text(
        alphabet=st.characters(exclude_categories=("C", "Zl", "Zp"), exclude_characters="[]<>"),
        min_size=1,
        max_size=128,
    ).filter(str.strip),
)


# A task is part of the path, and what goes with it stands in the body: JSON Schema sees one of the two at a time.
@schemathesis.hook
def filter_case(context, case):
    is_task = case.path == "/v1/maintenance/{task}" and isinstance(case.body, dict)
    if not is_task or case.path_parameters.get("task") == "parked":
        return True
    return not {"action", "older_than_days"} & set(case.body)
