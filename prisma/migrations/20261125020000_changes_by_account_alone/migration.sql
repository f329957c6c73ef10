-- Readers of the change feed look through the changes of their account in pages of bounded cost: an index by location and
-- type cost every event a write.
DROP INDEX "change_location_id_type_seq_idx";
