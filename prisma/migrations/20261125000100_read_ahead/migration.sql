-- Breaks a transaction off as one that collided with another, so that it runs again.
CREATE FUNCTION changed_meanwhile() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'something that was read ahead has changed since; the write is made again' USING ERRCODE = 'serialization_failure';
END
$$;
