-- The role of the service. ${…} is filled in (docs/operations.md, "High availability").
create role door_access login createdb password '${DATABASE_PASSWORD}';
