// Where a turn is said: from roles and stated relationships alone, never from its words.

/** Outsiders of a case: they write to the agent alone. */
const outside = new Set(['family_member']);
const desk = new Set(['reception', 'billing']);
const ofProject = new Set([
  'project_member',
  'budget_owner',
  'legal_reviewer',
  'executive_sponsor',
  'procurement_owner',
  'operations_owner',
]);
const ofPatient = new Set(['assigned_clinician', 'covering_clinician', 'consulting_clinician']);

const workspace = (episode) => ({ type: 'workspace', external_id: episode, name: episode });
const room = (episode, name, members) => ({
  ref: {
    type: 'group',
    external_id: `${episode}/${name}`,
    name,
    access: 'restricted',
    parent: workspace(episode),
  },
  members,
});
const dm = (episode, personId) => ({
  ref: { type: 'dm', external_id: `${episode}/${personId}` },
  members: [personId],
});

const officePlaces = ({ episode, principals, relationships }) => {
  const projects = new Map();
  for (const { type, project_id: project, principal_id: person } of relationships)
    if (ofProject.has(type)) projects.set(project, [...(projects.get(project) ?? []), person]);
  const rooms = [...projects].map(([project, members]) => room(episode, project, members));
  const own = new Map(principals.map(({ id }) => [id, dm(episode, id)]));
  return () => (turn) =>
    rooms.find(({ members }) => members.includes(turn.speakerId)) ?? own.get(turn.speakerId);
};

const medicalPlaces = ({ episode, principals, relationships, turns }) => {
  const spoke = new Set(turns.map(({ speakerId }) => speakerId));
  const patients = principals.filter(({ role }) => role === 'patient');
  const [patient] = patients;
  const treating = relationships
    .filter(({ type, patient_id: whose }) => ofPatient.has(type) && whose === patient.id)
    .map(({ clinician_id: clinician }) => clinician);
  const isStated = relationships.length > 0;
  const others = principals.filter(
    ({ id, role }) => id !== patient.id && role !== 'agent' && role !== 'patient',
  );
  const treats = ({ id, role }) => role !== 'clinician' || (isStated ? treating.includes(id) : spoke.has(id));
  const staff = others.filter((person) => !outside.has(person.role) && treats(person));
  const idsOf = (people) => people.map(({ id }) => id);
  const care = room(episode, 'care', [patient.id, ...idsOf(staff.filter(({ role }) => !desk.has(role)))]);
  const counter = room(episode, 'desk', [
    patient.id,
    ...idsOf(staff.filter(({ role }) => role !== 'clinician')),
  ]);
  const own = new Map(principals.map(({ id }) => [id, dm(episode, id)]));
  const roleOf = new Map(principals.map(({ id, role }) => [id, role]));
  return () => {
    let last = care;
    return ({ speakerId }) => {
      const role = roleOf.get(speakerId);
      if (speakerId === patient.id || role === 'agent') return last;
      if (desk.has(role)) return (last = counter);
      return care.members.includes(speakerId) ? (last = care) : own.get(speakerId);
    };
  };
};

/** Each turn with its place, in order; and everybody with the moment from which they take part. */
export const placeTurns = (episode) => {
  const place = (episode.domain === 'office' ? officePlaces : medicalPlaces)(episode)();
  return episode.turns.map((turn) => ({ ...turn, place: place(turn) }));
};
